"""Penalties: the state after every line, with anything written between, and invalid penalties."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError, penalties
from scoring.cribbage import game as cribbage
from scoring.gin import book as gin
from scoring.settle import Disputed, Line, Settled, settle

SEATS = [[1], [2]]
RULES = {"target": 121, "pegging": "exact"}
REASON = {"words": "Cards shown"}
AWARD = cribbage.award_data("forfeit", [60, 121], winner=1)
TEN_OFF = {"v": 1, "side": 0, "points": 10, "why": REASON}
LOST_GAME = {"v": 1, "side": 0, "game": AWARD, "why": {"code": "must-lay"}}
NEW_DEAL = {"v": 1, "side": 0, "deal": True, "why": REASON}
RESULTS = [{"v": 1, "pegged": [121, points]} for points in (70, 88)]


def line(number, kind, data, basis):
    return Line(number, kind, data, SEATS, basis=basis)


@st.composite
def histories(draw):
    """Draw lines about one game, results and penalties mixed, each with a basis that its writer had seen."""
    lines: list[Line] = []
    for number in range(1, draw(st.integers(1, 9)) + 1):
        kind = draw(st.sampled_from(["claim", "correction", "ruling", "void", "penalty", "penalty"]))
        results = [0, *(one.number for one in lines if one.kind != "penalty")]
        basis = draw(st.sampled_from(results[-2:]))
        if kind == "penalty":
            back = [{"v": 1, "takes_back": one} for one in range(1, number)]
            data = draw(st.sampled_from([TEN_OFF, LOST_GAME, NEW_DEAL, *back]))
        else:
            data = {"v": 1} if kind == "void" else draw(st.sampled_from(RESULTS))
        lines.append(line(number, kind, data, basis))
    return lines


def standing_penalties(lines):
    return penalties.active_penalties([one for one in lines if one.kind == "penalty"])


@given(histories())
def test_only_lost_game_penalty_changes_the_result(lines):
    lost = [one for one in standing_penalties(lines) if one.game is not None]
    without = [one for one in lines if one.kind != "penalty"]
    amount = settle(lines, SEATS)
    if lost:
        assert amount == Settled(AWARD, lost[-1].number)
    else:
        assert amount == settle(without, SEATS)


@given(histories())
def test_taking_back_every_penalty_leaves_none(lines):
    back = [
        line(100 + one.number, "penalty", {"v": 1, "takes_back": one.number}, 0)
        for one in standing_penalties(lines)
    ]
    assert standing_penalties([*lines, *back]) == []
    assert settle([*lines, *back], SEATS) == settle([one for one in lines if one.kind != "penalty"], SEATS)


@given(histories())
def test_results_never_change_which_penalties_stand(lines):
    assert standing_penalties(lines) == penalties.active_penalties(
        [one for one in lines if one.kind == "penalty"]
    )
    numbers = {one.number for one in standing_penalties(lines)}
    found = {one.number for one in lines if one.kind == "penalty" and "takes_back" not in one.data}
    taken = {one.data["takes_back"] for one in lines if "takes_back" in one.data}
    assert found - taken <= numbers <= found


def test_lost_game_penalty_hides_dispute_until_taken_back():
    disputed = [line(1, "claim", RESULTS[0], 0), line(2, "claim", RESULTS[1], 0)]
    ruled = [*disputed, line(3, "penalty", LOST_GAME, 2)]
    assert settle(ruled, SEATS) == Settled(AWARD, 3)
    back = [*ruled, line(4, "penalty", {"v": 1, "takes_back": 3}, 2)]
    assert settle(back, SEATS) == Disputed(RESULTS[0], 1, (2,))


def test_correction_with_basis_before_penalty_counts():
    lines = [line(1, "claim", RESULTS[0], 0), line(2, "penalty", TEN_OFF, 1)]
    assert settle([*lines, line(3, "correction", RESULTS[1], 1)], SEATS) == Settled(RESULTS[1], 3)


def test_partners_are_one_side():
    one = penalties.PenaltyLine(5, {**TEN_OFF, "side": 1}, [[1, 3], [2, 4]])
    assert penalties.active_penalties([one])[0].offenders == (2, 4)


def test_penalty_for_other_seats_does_not_lose_this_game():
    assert penalties.lost_game_penalty([penalties.PenaltyLine(5, LOST_GAME, [[1], [3]])], SEATS) is None


def check(data, sides=2):
    penalties.check(data, sides, partial(cribbage.check, rules=RULES, sides=sides))


@pytest.mark.parametrize("data", [TEN_OFF, LOST_GAME, NEW_DEAL, {"v": 1, "takes_back": 3}])
def test_valid_penalties_are_accepted(data):
    check(data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"v": 1, "side": 0, "why": REASON}, "penalty_unknown"),
        ({**TEN_OFF, "deal": True}, "penalty_unknown"),
        ({**NEW_DEAL, "deal": False}, "penalty_unknown"),
        ({**TEN_OFF, "points": 0}, "penalty_points"),
        ({**TEN_OFF, "points": 1000}, "penalty_points"),
        ({**TEN_OFF, "points": True}, "penalty_points"),
        ({**TEN_OFF, "side": 2}, "penalty_for_nobody"),
        ({**TEN_OFF, "side": True}, "penalty_for_nobody"),
        ({**TEN_OFF, "why": {}}, "penalty_reason"),
        ({**TEN_OFF, "why": {"words": " "}}, "penalty_reason"),
        ({**TEN_OFF, "why": {"words": "x" * 201}}, "penalty_reason"),
        ({**TEN_OFF, "why": {"note": "x"}}, "penalty_reason"),
        ({**TEN_OFF, "why": None}, "penalty_reason"),
        ({**TEN_OFF, "who": 1}, "unknown_key"),
        ({**TEN_OFF, "v": 2}, "unknown_result_version"),
        ({**LOST_GAME, "side": 1}, "penalty_unknown"),  # the award gives the game to that side
        ({**LOST_GAME, "game": RESULTS[0]}, "penalty_unknown"),
        ({**LOST_GAME, "game": {**AWARD, "pegged": [60, -1]}}, "negative"),
        ({"v": 1, "takes_back": 0}, "no_such_penalty"),
        ({"v": 1, "takes_back": 3, "side": 0}, "unknown_key"),
    ],
)
def test_invalid_penalties_are_refused(data, code):
    with pytest.raises(DomainError) as refused:
        check(data)
    assert refused.value.code == code


def test_lost_game_penalty_needs_two_sides():
    with pytest.raises(DomainError, match="penalty_game_of_two"):
        check(LOST_GAME, sides=3)
    check(TEN_OFF, sides=3)
    check(TEN_OFF, sides=1)  # a player who sits out


def test_lost_game_of_gin_has_declared_totals():
    award = gin.award_data("forfeit", [0, 220], winner=1)
    check_award = partial(gin.check, rules={"bonuses": "standard"}, sides=2)
    penalties.check({**LOST_GAME, "game": award}, 2, check_award)
    assert penalties.line_result({**LOST_GAME, "game": award}) == award
    assert penalties.line_result(award) == award
