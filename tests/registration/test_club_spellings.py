"""Clubs that several people write in several ways: one question, and one club in what follows."""

import pytest

from tests import factories
from tournaments import registration
from tournaments.registration.clubs import club_key, spellings

TEN = [
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
def test_case_accents_hyphens_and_saints_make_no_other_club(one, other):
    assert club_key(one) == club_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Club 1", "Club 2"), ("Saint-Luc", "Saint-Lin"), ("Sorel", "Tracy")]
)
def test_other_clubs_are_not_asked_about(one, other):
    assert spellings([one, other]) == []


def test_ten_spellings_are_four_clubs():
    found = spellings(TEN)
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
def test_what_is_not_the_same_letters_is_asked(one, other, sure):
    (group,) = spellings([one, one, other])
    assert (group.written, group.sure) == ((one, other), sure)


def test_the_spelling_of_those_who_are_entered_is_the_usual_one():
    (group,) = spellings(["SOREL", "SOREL", "SOREL"], entered=["Sorel"])
    assert group.written == ("Sorel", "SOREL")
    assert spellings(["Sorel"], entered=["Sorel", "SOREL"]) == []


@pytest.fixture
def preview(client, db):
    day = factories.tournament(0)
    client.force_login(factories.helper(day, "registration", "accueil"))
    page = f"/t/{day.slug}/registration/import/"

    def enter(clubs, **choices):
        rows = [
            f"{name} Roy;{club}" for name, club in zip(("Lise", "Jean", "Anne", "Yves"), clubs, strict=False)
        ]
        client.post(page, {"pasted": "Nom;Club\n" + "\n".join(rows)})
        shown = client.get(f"{page}preview/")
        assert ("data-clubs-open" in shown.content.decode()) == bool(shown.context["clubs_open"])
        token = shown.context["brought"]["token"]
        answer = client.post(f"{page}preview/", {"token": token, "do": "enter", **choices})
        return answer.status_code, sorted(set(day.entries.values_list("club", flat=True)))

    return enter


def test_spellings_of_the_same_letters_are_entered_as_one_unless_it_is_denied(preview):
    assert preview(["Sorel", "SOREL", "Sorel"]) == (302, ["Sorel"])


def test_who_says_that_they_are_several_clubs_keeps_them(preview):
    assert preview(["Sorel", "FADOQ Sorel"], **{"club-fadoq sorel": "several", "club-sorel": "several"}) == (
        302,
        ["FADOQ Sorel", "Sorel"],
    )


def test_a_slip_is_entered_only_when_it_is_decided(preview):
    assert preview(["Sorel", "Sorel", "Sroel"]) == (422, [])
    assert preview(["Sorel", "Sorel", "Sroel"], **{"club-sorel": "one"}) == (302, ["Sorel"])


def test_a_club_in_two_spellings_is_kept_apart_as_one(db):
    from tournaments.rounds.seating import person

    day = factories.tournament(0)
    one = registration.add_entry(day, "Lise Roy", club="Saint-Hilaire")
    other = registration.add_entry(day, "Jean Roy", club="ST-HILAIRE")
    rules = {"keep_clubs_apart": True}
    assert person(one, rules).apart == person(other, rules).apart
