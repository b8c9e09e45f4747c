"""Clubs that are written in several ways: one question, and one club afterwards."""

import pytest

from tests import factories
from tournaments import registration
from tournaments.registration.clubs import club_key, spellings

TEN_CLUBS = [
    *("Saint-Hilaire", "Saint-Hilaire", "ST-HILAIRE", "St-Hilaire"),
    *("Belœil", "Beloeil", "Beleoil", "FADOQ Beloeil"),
    *("Sorel", "sorel", "Sorle", "Boucherville"),
]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SOREL", "Sorel"),
        ("Saint-Hilaire", "St Hilaire"),
        ("Ste-Julie", "SAINTE JULIE"),
        ("Belœil", "beloeil"),
        ("L’Ange-Gardien", "L'Ange-Gardien"),
        ("Montréal", "Montreal"),
    ],
)
def test_case_accents_and_hyphens_do_not_separate_clubs(one, other):
    assert club_key(one) == club_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Club 1", "Club 2"), ("Saint-Luc", "Saint-Lin"), ("Sorel", "Tracy")]
)
def test_other_clubs_are_not_asked_about(one, other):
    assert spellings([one, other]) == []


def test_ten_spellings_are_grouped_into_clubs():
    found = spellings(TEN_CLUBS)
    assert [(group.written[0], len(group.written), group.sure) for group in found] == [
        ("Saint-Hilaire", 3, True),
        ("Belœil", 4, False),
        ("Sorel", 3, False),
    ]


@pytest.mark.parametrize(
    ("one", "other", "sure"),
    [
        ("Sorel", "FADOQ Sorel", True),
        ("Sorel", "Club FADOQ de Sorel", True),
        ("Sorel", "Sorel (FADOQ)", True),
        ("Sorel", "Sroel", False),
        ("Boucherville", "Bouchervile", False),
    ],
)
def test_different_letters_are_asked_about(one, other, sure):
    (group,) = spellings([one, one, other])
    assert (group.written, group.sure) == ((one, other), sure)


def test_spelling_of_entered_people_is_preferred():
    (group,) = spellings(["SOREL", "SOREL", "SOREL"], entered=["Sorel"])
    assert group.written == ("Sorel", "SOREL")
    assert spellings(["Sorel"], entered=["Sorel", "SOREL"]) == []


@pytest.fixture
def preview(client, db):
    tournament = factories.tournament(0)
    client.force_login(factories.helper(tournament, "registration", "accueil"))
    page = f"/t/{tournament.slug}/registration/import/"

    def enter(clubs, **choices):
        rows = [
            f"{name} Roy;{club}" for name, club in zip(("Lise", "Jean", "Anne", "Yves"), clubs, strict=False)
        ]
        client.post(page, {"pasted": "Nom;Club\n" + "\n".join(rows)})
        shown = client.get(f"{page}preview/")
        assert ("data-clubs-open" in shown.content.decode()) == bool(shown.context["clubs_open"])
        token = shown.context["pending"]["token"]
        answer = client.post(f"{page}preview/", {"token": token, "do": "enter", **choices})
        return answer.status_code, sorted(set(tournament.entries.values_list("club", flat=True)))

    return enter


def test_same_letters_are_entered_as_one_club(preview):
    assert preview(["Sorel", "SOREL", "Sorel"]) == (302, ["Sorel"])


def test_clubs_marked_as_several_are_kept(preview):
    assert preview(["Sorel", "FADOQ Sorel"], **{"club-fadoq sorel": "several", "club-sorel": "several"}) == (
        302,
        ["FADOQ Sorel", "Sorel"],
    )


def test_misspelled_club_needs_decision(preview):
    assert preview(["Sorel", "Sorel", "Sroel"]) == (422, [])
    assert preview(["Sorel", "Sorel", "Sroel"], **{"club-sorel": "one"}) == (302, ["Sorel"])


def test_two_spellings_of_club_are_kept_apart_as_one(db):
    from tournaments.rounds.seating import person

    tournament = factories.tournament(0)
    one = registration.add_entry(tournament, "Lise Roy", club="Saint-Hilaire")
    other = registration.add_entry(tournament, "Jean Roy", club="ST-HILAIRE")
    rules = {"keep_clubs_apart": True}
    assert person(one, rules).apart == person(other, rules).apart
