"""Teams that are numbered within their clubs, and teams of several clubs: asked where it is not sure."""

from collections.abc import Iterable

import pytest

from tests import factories, shown_by
from tournaments.registration import columns, list_files
from tournaments.registration.candidates import candidates

Written = Iterable[tuple[str, str, int]]  # the team, the club, and how many people
FAMILIES = ["Roy", "Vé", "Côté", "Dubé"]
GIVEN = ["Anne", "Bob", "Carl", "Dora", "Eva", "Fred", "Guy", "Hugo", "Ines"]


def listed(written: Written) -> str:
    rows = [
        f"{given} {family};{club};{team}"
        for family, (team, club, count) in zip(FAMILIES, written, strict=False)
        for given in GIVEN[:count]
    ]
    return "Nom;Club;Équipe\n" + "\n".join(rows)


def teams(text: str, chosen: str = "") -> tuple[str, list[tuple[str, int]], list[str]]:
    """How names of several clubs are told; each team with its club and size; and why others are none."""
    rows = list_files.read_text(text)
    guess = columns.guess(rows)
    found = candidates(rows, guess.roles, guess.heading, [], teams=chosen)
    entered = [(one.draft.details["club"], len(one.draft.members)) for one in found if one.draft]
    return (
        "".join({one.told for one in found} - {""}),
        entered,
        [one.refusal.code for one in found if one.refusal],
    )


def test_teams_numbered_within_their_clubs_are_not_merged():
    text = "Nom;Club;Équipe\nAnne Roy;Sorel;1\nBob Roy;Sorel;1\nCarl Vé;Beloeil;1\nDora Vé;Beloeil;1\n"
    assert teams(text) == ("club", [("Sorel", 2), ("Beloeil", 2)], [])


def test_twelve_people_of_two_institutions_in_one_letter_are_two_teams():
    assert teams(listed([("A", "Laval", 6), ("A", "McGill", 6)])) == (
        "club",
        [("Laval", 6), ("McGill", 6)],
        [],
    )


@pytest.mark.parametrize(
    "written",
    [
        [("1", "Sorel", 3), ("1", "Beloeil", 2)],
        [("1", "Sorel", 2), ("2", "Sorel", 3), ("1", "Beloeil", 4), ("2", "Beloeil", 2)],
        [("A", "Sorel", 2), ("a", "Beloeil", 2), ("B", "Sorel", 2)],
    ],
    ids=["of any size", "several in each", "a name of one club beside them"],
)
def test_each_club_has_its_own_where_all_of_them_are_whole(written):
    assert teams(listed(written)) == ("club", [(club, count) for _team, club, count in written], [])


@pytest.mark.parametrize(
    ("written", "sizes"),
    [
        ([("Les As", "Sorel", 1), ("Les As", "Tracy", 1)], [("Sorel", 2)]),
        ([("Les As", "Sorel", 2), ("Les As", "Tracy", 1)], [("Sorel", 3)]),
        ([("1", "", 2), ("2", "", 2)], [("", 2), ("", 2)]),
        ([("1", "Sorel", 1), ("1", "", 1), ("2", "", 2)], [("Sorel", 2), ("", 2)]),
        ([("1", "Sorel", 2), ("2", "Tracy", 2)], [("Sorel", 2), ("Tracy", 2)]),
        ([("1", "Sorel", 1), ("1", "SOREL", 1), ("1", "FADOQ Sorel", 2)], [("Sorel", 4)]),
        ([("1", "Sorel", 2), ("1", "Sroel", 2)], [("Sorel", 4)]),
    ],
    ids=["pair", "three", "no club", "one club", "own names", "spellings", "slip"],
)
def test_a_team_stays_one_by_its_name_where_its_people_would_be_alone_or_of_one_club(written, sizes):
    assert teams(listed(written)) == ("", sizes, [])


def test_a_team_of_two_clubs_among_teams_of_as_many_people_is_one():
    four = [("As", "Sorel", 2), ("As", "Tracy", 2), ("Rois", "Sorel", 4), ("Dames", "Tracy", 4)]
    assert teams(listed(four)) == ("name", [("Sorel", 4)] * 2 + [("Tracy", 4)], [])


IN_CLUBS = [("1", "Sorel", 2), ("1", "Beloeil", 2)]
ONE_IS_MISSING = listed([("1", "Sorel", 2), ("2", "Sorel", 1), ("1", "Beloeil", 2), ("2", "Beloeil", 2)])


def test_where_one_name_is_whole_in_each_club_and_another_is_not_it_is_asked():
    assert teams(ONE_IS_MISSING)[0] == "undecided"
    by_club = ("club", [("Sorel", 2), ("Beloeil", 2), ("Beloeil", 2)], ["team_size"])
    assert teams(ONE_IS_MISSING, "club") == by_club
    assert teams(ONE_IS_MISSING, "name") == ("name", [("Sorel", 4), ("Sorel", 3)], [])


def test_a_team_that_is_too_large_is_not_said_to_be_too_small():
    assert teams(listed([("A", "Laval", 9)])) == ("", [], ["team_too_large"])


def test_who_cannot_be_entered_takes_the_team_of_their_own_club_along():
    text = listed([("1", "Sorel", 2), ("1", "Beloeil", 2)]).replace("Bob Vé", "B" * 121)
    assert teams(text) == ("club", [("Sorel", 2)], ["name_too_long"])


class TestPages:
    """The preview, at the door."""

    @pytest.fixture(autouse=True)
    def door(self, client, db):
        self.client, self.day = client, factories.tournament(0)
        client.force_login(factories.helper(self.day, "registration", "accueil"))
        self.page = f"/t/{self.day.slug}/registration/import/"

    def bring(self, text):
        self.client.post(self.page, {"pasted": text})
        return self.told()

    def told(self):
        return shown_by.data(self.client.get(f"{self.page}preview/"), "teams")

    def send(self, **typed):
        shown = self.client.get(f"{self.page}preview/")
        typed |= {"token": shown.context["brought"]["token"]}
        typed |= {"teams-shown": "".join(shown_by.data(shown, "teams"))}
        return self.client.post(f"{self.page}preview/", typed)

    def entered(self):
        return [(entry.club, len(entry.team)) for entry in self.day.entries.order_by("number")]

    def test_the_teams_of_clubs_are_entered_as_they_are_shown(self):
        assert self.bring(listed(IN_CLUBS)) == ["club"]
        assert self.send(do="enter", teams="club").status_code == 302
        assert self.entered() == [("Sorel", 2), ("Beloeil", 2)]

    def test_that_a_name_is_one_team_is_said_by_hand_and_then_shown(self):
        self.bring(listed(IN_CLUBS))
        self.send(do="enter", teams="name")
        assert (self.told(), self.entered()) == (["name"], [])
        self.send(do="enter", teams="name")
        assert self.entered() == [("Sorel", 4)]

    @pytest.mark.parametrize("do", ["enter", "know"])
    def test_an_undecided_list_waits_until_it_is_decided(self, do):
        assert self.bring(ONE_IS_MISSING) == ["undecided"]
        refused = self.send(do=do)
        assert refused.status_code == 422
        assert "teams_of_clubs_undecided" in shown_by.data(refused, "code")
        self.send(teams="club")
        assert self.send(do=do, teams="club").status_code == 302

    def test_another_list_is_asked_about_anew(self):
        self.bring(listed(IN_CLUBS))
        self.send(teams="name")
        assert self.bring(listed(IN_CLUBS)) == ["club"]

    def test_a_list_without_clubs_is_not_asked_about(self):
        assert self.bring(listed([("1", "", 2), ("2", "", 2)])) == []
