"""The explanation of a rank in words."""

import pytest
from django.utils import translation

from scoring.ranking import Decision
from tests.page_reader import spoken
from tournaments.games.criteria import value_with_unit as points
from tournaments.publishing.explain import decided, explain, join_names, notes, ordinal
from tournaments.standings import Row, Standings


def row(rank, number, name, points, **more):
    given = {"pegged": points, "match_points": 0, "won": 8, "skunks": 0, "spread": 0, "played": 15, **more}
    return Row(rank=rank, number=number, name=name, club="", points=points, **given)


def explanation(of, *others, rank_by="pegged"):
    with translation.override("en"):
        return explain(of, Standings(1, 15, 15, [of, *others], rank_by=rank_by, game="cribbage"))


ROW_ABOVE = row(1, 1, "Huguette Côté", 1621)


def test_explanation_has_points_gap_and_wins():
    text = explanation(row(2, 2, "Réal O'Brien", 1612, above=1, gap=9, spread=-33), ROW_ABOVE)
    assert text == "1,612 points, 9 behind Huguette Côté; won 8 of 15; spread −33."


def test_nobody_has_more():
    """The whole sentence is read."""
    assert explanation(ROW_ABOVE) == "1,621 points: nobody has more; won 8 of 15; spread 0."


def test_a_shared_place_names_the_others():
    other = row(2, 3, "Yvon <b>", 1612, tied=(2, 3))
    text = explanation(row(2, 2, "Réal", 1612, above=1, gap=9, tied=(2, 3), skunks=2), other, ROW_ABOVE)
    assert text.startswith(
        "1,612 points, 9 behind Huguette Côté; shares 2nd place with Yvon <b>; won 8 of 15; 2 skunks"
    )


@pytest.mark.parametrize(
    "decision",
    [
        Decision(1, "best_of_three", (1, 2)),
        Decision(1, "forfeit", (0, 2)),
        Decision(1, "matches_won", (1,)),
        Decision(1, "games_won", (3,)),
        Decision(1, "spread", (12,)),
        Decision(1, "lot"),
    ],
)
def test_explanation_names_the_tie_break(decision):
    text = explanation(row(2, 2, "Réal", 1621, above=1, gap=0, decision=decision), ROW_ABOVE)
    assert text.startswith("1,621 ") and "Huguette Côté; " in text
    assert f"; {spoken(decided, decision.code, decision.args)}; " in text


def test_undecided_tie_has_no_note():
    decision = Decision(2, "shares")
    assert notes(row(3, 2, "Réal", 1600, decision=decision)) == ()


def test_credits_and_games_not_played_are_said():
    """The sentences about games that were not played are read."""
    text = explanation(row(1, 2, "Réal", 1500, played=12, byes=1, missed=1, credited=150, awards=1))
    assert "1 bye; missed 1 game; 150 of these points were declared for that" in text
    assert "1 game was not played out and counts with declared points" in text
    assert "won 8 of 13" in text


def test_match_points_are_explained():
    text = explanation(row(2, 2, "Réal", 22, above=1, gap=3), ROW_ABOVE, rank_by="match_points")
    assert text.startswith("22 match points, 3 behind")


def test_french_numbers_and_places():
    with translation.override("fr-ca"):
        assert points(1612, "pegged").startswith("1\u202f612")
        assert [ordinal(number) for number in (1, 2, 21)] == ["1re", "2e", "21e"]


def test_english_places_and_lists():
    with translation.override("en"):
        assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 21, 112)] == [
            "1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "112th",
        ]  # fmt: skip
        assert join_names(["Réal", "Lise", "Noëlla"]) == "Réal, Lise and Noëlla"
        assert join_names(list("ABCDEF")) == "A, B, C and 3 others"


def test_gap_in_spread_has_no_sign():
    above, of = row(1, 1, "Huguette Côté", 0, spread=21), row(2, 2, "Réal", 0, above=1, gap=23, spread=-2)
    with translation.override("en"):
        text = explain(of, Standings(1, 15, 15, [of, above], rank_by="spread", game="cribbage"))
    assert ", 23 behind Huguette Côté" in text
