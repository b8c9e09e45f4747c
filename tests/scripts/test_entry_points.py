"""A game of points on the tablet: the number of each side, step by step, and what cannot be."""

import pytest

from tests.scripts.engine import load
from tests.scripts.test_entry import FOUND_GAME, code

SCRIPTS = load("tablet_app/entry_model.js", "games/points/table.js")
FIVE_HUNDRED = {"least": -990, "most": 990, "target": 500, "higher_wins": True, "ties_allowed": False}
HEARTS = {"least": 0, "most": 125, "target": 100, "higher_wins": False, "ties_allowed": True}
HUNDREDS = {"least": 100, "most": 999, "target": 0, "higher_wins": True, "ties_allowed": True}
GAME = "Cheville.games.points"


def draft(one: str = "", other: str = "", **more):
    begun = SCRIPTS("Cheville.entry.newDraft", FOUND_GAME, "nonce-1", "points 0")
    return begun | {"points": [one, other]} | more


def asked(name: str, *arguments):
    return SCRIPTS(f"(...args) => {GAME}.{name}(...args)", *arguments)


def test_points_game_does_not_ask_for_winner():
    steps = f"(draft) => Cheville.entry.steps({GAME}, draft, {{}})"
    assert SCRIPTS(steps, draft()) == ["points 0", "points 1", "read"]


@pytest.mark.parametrize(
    ("rules", "one", "other", "winner", "complete", "consequence"),
    [
        (FIVE_HUNDRED, "520", "-140", 0, True, "difference"),
        (FIVE_HUNDRED, "-300", "500", 1, True, "difference"),
        (FIVE_HUNDRED, "490", "480", 0, False, "not_over"),
        (FIVE_HUNDRED, "510", "510", None, False, "level_goes_on"),
        (FIVE_HUNDRED, "510", "", None, False, None),
        (FIVE_HUNDRED, "510", "-", None, False, None),
        (HEARTS, "37", "104", 0, True, "difference"),
        (HEARTS, "100", "100", None, True, "level_game"),
        (HEARTS, "99", "37", 1, False, "not_over"),
    ],
)
def test_the_better_number_wins(rules, one, other, winner, complete, consequence):
    typed = draft(one, other)
    assert asked("winner", typed, rules) == winner
    assert asked("isComplete", False, other, rules, typed) is complete
    assert code(asked("consequence", typed, rules)) == consequence


def test_first_number_is_complete_without_the_second():
    assert asked("isComplete", False, "320", FIVE_HUNDRED, draft("320")) is True
    assert asked("isComplete", False, "-", FIVE_HUNDRED, draft("-")) is False


@pytest.mark.parametrize(("rules", "full"), [(FIVE_HUNDRED, False), (HEARTS, True), (HUNDREDS, True)])
def test_number_that_may_get_a_sign_is_never_full(rules, full):
    two = draft("520", "110")
    assert (
        SCRIPTS(f"(rules, draft) => Cheville.entry.isFull({GAME}, false, rules, draft, 1)", rules, two)
        is full
    )


@pytest.mark.parametrize(
    ("rules", "text", "wrong"),
    [
        (FIVE_HUNDRED, "990", None),
        (FIVE_HUNDRED, "991", "out_of_range"),
        (FIVE_HUNDRED, "-991", "out_of_range"),
        (FIVE_HUNDRED, "-", None),
        (HUNDREDS, "9", None),  # it may become 95 or 950
        (HUNDREDS, "99", None),
        (HUNDREDS, "099", "out_of_range"),
        (HUNDREDS, "1000", "out_of_range"),
    ],
)
def test_out_of_range_number_is_reported_while_typing(rules, text, wrong):
    assert code(asked("error", False, text, rules)) == wrong


def test_minus_key_exists_only_if_negatives_are_allowed():
    assert "-" in asked("keys", FIVE_HUNDRED)
    assert asked("keys", HEARTS) is None


@pytest.mark.parametrize(
    ("keys", "becomes"), [("-140", "-140"), ("140-", "-140"), ("1-4-0", "140"), ("99999", "9999")]
)
def test_minus_key_toggles_the_sign(keys, becomes):
    typed = draft()
    for key in keys:
        typed = SCRIPTS("Cheville.entry.withKey", typed, 0, key, 4)
    assert typed["points"][0] == becomes


@pytest.mark.parametrize(
    ("one", "other", "winner", "order"),
    [("320", "500", 1, [1, 0]), ("150", "150", None, [0, 1]), ("7", "3", 0, [0, 1])],
)
def test_sent_points_and_reading_order(one, other, winner, order):
    typed = draft(one, other, winner=winner)
    assert asked("data", typed) == {"v": 1, "points": [int(one), int(other)]}
    assert SCRIPTS("Cheville.entry.readingOrder", typed) == order


def test_running_total_follows_the_ranking_rule():
    card = {"points": 640, "value": -20}
    points = asked("total", card, HEARTS | {"adds_up": "pegged"})
    assert (points["code"], points["count"]) == ("so_far_points", 640)
    assert code(asked("total", card, HEARTS | {"adds_up": "spread"})) == "so_far_spread"
