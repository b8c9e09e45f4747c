"""A tablet on a day of points left, and on one with a time (rules.md §4)."""

import pytest

from tests.scripts.engine import load

SCRIPTS = load(
    "tablet_app/results.js",
    "tablet_app/entry_model.js",
    "games/cribbage/table.js",
    "games/cribbage/board_model.js",
)
SKUNKS = [{"level": 1, "under": 91, "worth": None}]
LEFT_RULES = {
    "game": "cribbage",
    "target": 121,
    "most": 121,
    "pegging": "left",
    "win": None,
    "skunks": SKUNKS,
}
TIMED_RULES = LEFT_RULES | {"pegging": "timed", "skunks": []}


def draft(points, winner=0):
    return {"winner": winner, "points": points, "names": ["A", "B"]}


def asked(what, *values):
    return SCRIPTS(f"Cheville.games.cribbage.{what}", *values)


def test_points_left_are_asked_and_sent():
    assert asked("order", draft(["0", ""]), LEFT_RULES) == [1] and asked("fixedPoints", LEFT_RULES) == "0"
    assert asked("data", draft(["0", "33"]), LEFT_RULES) == {"v": 2, "left": [0, 33]}
    assert asked("consequence", draft(["0", "31"]), LEFT_RULES)["code"] == "skunk_is_1"
    assert asked("consequence", draft(["0", "30"]), LEFT_RULES) is None
    assert asked("asWritten", [121, 88], LEFT_RULES) == [0, 33]


@pytest.mark.parametrize(("text", "wrong"), [("0", "left_nothing"), ("122", "left_too_many"), ("121", None)])
def test_impossible_points_left_are_refused(text, wrong):
    found = asked("error", False, text, LEFT_RULES)
    assert (found and found["code"]) == wrong


@pytest.mark.parametrize(("high", "complete"), [("97", True), ("88", False), ("122", False), ("", False)])
def test_winner_of_timed_game_is_ahead(high, complete):
    assert asked("isComplete", True, high, TIMED_RULES, draft([high, "88"])) is complete
    assert asked("order", draft(["", ""]), TIMED_RULES) == [1, 0]
    assert asked("data", draft(["97", "88"]), TIMED_RULES) == {"v": 2, "pegged": [97, 88]}


def test_board_result_is_in_the_declared_form():
    taps = [[0, 29]] * 4 + [[0, 5], [1, 28]]
    assert SCRIPTS("Cheville.pegging.result", taps, 2, LEFT_RULES) == {"winner": 0, "points": [0, 93]}
    assert SCRIPTS("Cheville.pegging.result", taps, 2, LEFT_RULES | {"pegging": "exact"})["points"] == [
        121,
        28,
    ]
