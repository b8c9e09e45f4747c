"""Results written as points left, and games that time can end (rules.md §4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cribbage import game
from tournaments import formats

LEFT_RULES = formats.rules("points-left")
TIMED_RULES = formats.rules("timed-round-robin")


@given(st.integers(1, 121), st.booleans())
def test_points_left_equal_pegged_points(left, first):
    written = {"v": 2, "left": [0, left] if first else [left, 0]}
    game.check(written, LEFT_RULES)
    pegged = [121, 121 - left] if first else [121 - left, 121]
    assert game.played(pegged, LEFT_RULES) == written and game.export_data(written, LEFT_RULES) == {
        "scores": pegged
    }
    values = game.side_values(written, LEFT_RULES)
    assert [(one.pegged, one.left) for one in values] == list(zip(pegged, written["left"], strict=True))
    assert game.winner_of(written, LEFT_RULES) == (0 if first else 1)
    assert game.side_values(game.reorder_sides(written), LEFT_RULES) == values[::-1]


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
def test_impossible_points_left_are_refused(data, code):
    with pytest.raises(DomainError) as refused:
        game.check(data, LEFT_RULES)
    assert refused.value.code == code


@pytest.mark.parametrize(("points", "winner"), [([97, 88], 0), ([121, 30], 0), ([0, 3], 1)])
def test_leader_wins_timed_game(points, winner):
    written = {"v": 2, "pegged": points}
    game.check(written, TIMED_RULES)
    values = game.side_values(written, TIMED_RULES)
    assert game.winner_of(written, TIMED_RULES) == winner and [one.pegged for one in values] == points
    assert {one.skunk for one in values} == {0}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"v": 2, "pegged": [90, 90]}, "timed_level"),
        ({"v": 2, "pegged": [122, 90]}, "winner_too_high"),
        ({"v": 1, "pegged": [121, 90]}, "unknown_result_version"),
    ],
)
def test_impossible_timed_results_are_refused(data, code):
    with pytest.raises(DomainError) as refused:
        game.check(data, TIMED_RULES)
    assert refused.value.code == code


@pytest.mark.parametrize("rules", [LEFT_RULES, TIMED_RULES])
def test_forfeit_is_written_in_pegged_points(rules):
    given_up = game.award_data("forfeit", [121, 60], 0)
    game.check(given_up, rules)
    assert [one.pegged for one in game.side_values(given_up, rules)] == [121, 60]


def test_other_formats_refuse_result_version_2():
    with pytest.raises(DomainError) as refused:
        game.check({"v": 2, "pegged": [121, 88]}, formats.rules("fadoq-15"))
    assert refused.value.code == "unknown_result_version"
