"""Teams that are numbered within their clubs, and teams of several clubs: asked about if uncertain."""

from collections.abc import Iterable

import pytest

from tests import factories, page_reader
from tournaments.registration import columns, list_files
from tournaments.registration.candidates import candidates

Written = Iterable[tuple[str, str, int]]  # the team, the club, and how many people
FAMILY_NAMES = ["Roy", "Vé", "Côté", "Dubé"]
GIVEN_NAMES = ["Anne", "Bob", "Carl", "Dora", "Eva", "Fred", "Guy", "Hugo", "Ines"]


def list_text(written: Written) -> str:
    rows = [
        f"{given} {family};{club};{team}"
        for family, (team, club, count) in zip(FAMILY_NAMES, written, strict=False)
        for given in GIVEN_NAMES[:count]
    ]
    return "Nom;Club;Équipe\n" + "\n".join(rows)


def guessed_teams(text: str, chosen: str = "") -> tuple[str, list[tuple[str, int]], list[str]]:
    """Return how names of several clubs are read, each team with its club and size, and the refusals."""
    rows = list_files.read_text(text)
    guess = columns.guess(rows)
    found = candidates(rows, guess.roles, guess.heading, [], teams=chosen)
    entered = [(one.draft.details["club"], len(one.draft.members)) for one in found if one.draft]
    return (
        "".join({one.distinguished for one in found} - {""}),
        entered,
        [one.refusal.code for one in found if one.refusal],
    )


def test_teams_numbered_within_their_clubs_are_not_merged():
    text = "Nom;Club;Équipe\nAnne Roy;Sorel;1\nBob Roy;Sorel;1\nCarl Vé;Beloeil;1\nDora Vé;Beloeil;1\n"
    assert guessed_teams(text) == ("club", [("Sorel", 2), ("Beloeil", 2)], [])


def test_same_team_letter_of_two_clubs_is_two_teams():
    assert guessed_teams(list_text([("A", "Laval", 6), ("A", "McGill", 6)])) == (
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
def test_complete_teams_in_each_club_stay_separate(written):
    assert guessed_teams(list_text(written)) == (
        "club",
        [(club, count) for _team, club, count in written],
        [],
    )


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
def test_team_name_decides_if_club_teams_are_incomplete(written, sizes):
    assert guessed_teams(list_text(written)) == ("", sizes, [])


def test_team_of_two_clubs_with_usual_size_is_one():
    four = [("As", "Sorel", 2), ("As", "Tracy", 2), ("Rois", "Sorel", 4), ("Dames", "Tracy", 4)]
    assert guessed_teams(list_text(four)) == ("name", [("Sorel", 4)] * 2 + [("Tracy", 4)], [])


CLUB_TEAMS = [("1", "Sorel", 2), ("1", "Beloeil", 2)]
LIST_WITH_MISSING = list_text(
    [("1", "Sorel", 2), ("2", "Sorel", 1), ("1", "Beloeil", 2), ("2", "Beloeil", 2)]
)


def test_partly_complete_club_teams_are_undecided():
    assert guessed_teams(LIST_WITH_MISSING)[0] == "undecided"
    by_club = ("club", [("Sorel", 2), ("Beloeil", 2), ("Beloeil", 2)], ["team_size"])
    assert guessed_teams(LIST_WITH_MISSING, "club") == by_club
    assert guessed_teams(LIST_WITH_MISSING, "name") == ("name", [("Sorel", 4), ("Sorel", 3)], [])


def test_too_large_team_is_reported_as_too_large():
    assert guessed_teams(list_text([("A", "Laval", 9)])) == ("", [], ["team_too_large"])


def test_refused_member_removes_team_of_same_club():
    text = list_text([("1", "Sorel", 2), ("1", "Beloeil", 2)]).replace("Bob Vé", "B" * 121)
    assert guessed_teams(text) == ("club", [("Sorel", 2)], ["name_too_long"])


class TestPages:
    """The preview, at the door."""

    @pytest.fixture(autouse=True)
    def door(self, client, db):
        self.client, self.tournament = client, factories.tournament(0)
        client.force_login(factories.helper(self.tournament, "registration", "accueil"))
        self.page = f"/t/{self.tournament.slug}/registration/import/"

    def bring(self, text):
        self.client.post(self.page, {"pasted": text})
        return self.chosen_teams()

    def chosen_teams(self):
        return page_reader.data(self.client.get(f"{self.page}preview/"), "teams")

    def send(self, **typed):
        shown = self.client.get(f"{self.page}preview/")
        typed |= {"token": shown.context["pending"]["token"]}
        typed |= {"teams-shown": "".join(page_reader.data(shown, "teams"))}
        return self.client.post(f"{self.page}preview/", typed)

    def entered(self):
        return [(entry.club, len(entry.team)) for entry in self.tournament.entries.order_by("number")]

    def test_club_teams_are_entered_as_shown(self):
        assert self.bring(list_text(CLUB_TEAMS)) == ["club"]
        assert self.send(do="enter", teams="club").status_code == 302
        assert self.entered() == [("Sorel", 2), ("Beloeil", 2)]

    def test_merging_by_name_is_shown_before_entering(self):
        self.bring(list_text(CLUB_TEAMS))
        self.send(do="enter", teams="name")
        assert (self.chosen_teams(), self.entered()) == (["name"], [])
        self.send(do="enter", teams="name")
        assert self.entered() == [("Sorel", 4)]

    @pytest.mark.parametrize("do", ["enter", "know"])
    def test_undecided_list_is_refused_until_decided(self, do):
        assert self.bring(LIST_WITH_MISSING) == ["undecided"]
        refused = self.send(do=do)
        assert refused.status_code == 422
        assert "teams_of_clubs_undecided" in page_reader.data(refused, "code")
        self.send(teams="club")
        assert self.send(do=do, teams="club").status_code == 302

    def test_new_list_resets_team_choice(self):
        self.bring(list_text(CLUB_TEAMS))
        self.send(teams="name")
        assert self.bring(list_text(CLUB_TEAMS)) == ["club"]

    def test_a_list_without_clubs_is_not_asked_about(self):
        assert self.bring(list_text([("1", "", 2), ("2", "", 2)])) == []
