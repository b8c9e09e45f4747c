"""Results written as points left, and games that time can end (rules.md §4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cribbage import game
from tournaments import formats

LEFT = formats.rules("points-left")
TIMED = formats.rules("timed-round-robin")


@given(st.integers(1, 121), st.booleans())
def test_points_left_are_worth_what_was_pegged(left, first):
    written = {"v": 2, "left": [0, left] if first else [left, 0]}
    game.check(written, LEFT)
    pegged = [121, 121 - left] if first else [121 - left, 121]
    assert game.played(pegged, LEFT) == written and game.exported(written, LEFT) == {"scores": pegged}
    values = game.earned(written, LEFT)
    assert [(one.pegged, one.left) for one in values] == list(zip(pegged, written["left"], strict=True))
    assert game.winner_of(written, LEFT) == (0 if first else 1)
    assert game.earned(game.turned_round(written), LEFT) == values[::-1]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"v": 2, "left": [0, 122]}, "left_too_high"),
        ({"v": 2, "left": [0, 0]}, "left_one_winner"),
        ({"v": 2, "left": [5, 9]}, "left_one_winner"),
        ({"v": 2, "left": [0, -3]}, "negative"),
        ({"v": 1, "pegged": [121, 88]}, "unknown_result_version"),
        ({"v": 2, "pegged": [121, 88]}, "unknown_key"),
        ({"v": 2, "left": [0, 33], "pegged": [121, 88]}, "unknown_key"),
    ],
)
def test_points_left_that_cannot_be(data, code):
    with pytest.raises(DomainError) as refused:
        game.check(data, LEFT)
    assert refused.value.code == code


@pytest.mark.parametrize(("points", "winner"), [([97, 88], 0), ([121, 30], 0), ([0, 3], 1)])
def test_within_a_time_whoever_is_ahead_has_won(points, winner):
    written = {"v": 2, "pegged": points}
    game.check(written, TIMED)
    values = game.earned(written, TIMED)
    assert game.winner_of(written, TIMED) == winner and [one.pegged for one in values] == points
    assert {one.skunk for one in values} == {0}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"v": 2, "pegged": [90, 90]}, "timed_level"),
        ({"v": 2, "pegged": [122, 90]}, "winner_too_high"),
        ({"v": 1, "pegged": [121, 90]}, "unknown_result_version"),
    ],
)
def test_within_a_time_what_cannot_be(data, code):
    with pytest.raises(DomainError) as refused:
        game.check(data, TIMED)
    assert refused.value.code == code


@pytest.mark.parametrize("rules", [LEFT, TIMED])
def test_a_game_not_played_out_is_written_as_everywhere(rules):
    given_up = game.awarded("forfeit", [121, 60], 0)
    game.check(given_up, rules)
    assert [one.pegged for one in game.earned(given_up, rules)] == [121, 60]


def test_other_days_know_no_second_version():
    with pytest.raises(DomainError) as refused:
        game.check({"v": 2, "pegged": [121, 88]}, formats.rules("fadoq-15"))
    assert refused.value.code == "unknown_result_version"
