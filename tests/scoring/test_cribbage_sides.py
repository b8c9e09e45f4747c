"""Games of two to six sides: valid results, what each side has of them, and the same in another order."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cribbage import game
from scoring.settle import Disputed, Line, Settled, settle
from tournaments import formats

EXACT_RULES = formats.rules("fadoq-15", match_points="acc")
ORDERS = st.integers(2, 6).flatmap(lambda sides: st.permutations(range(sides)))


@given(ORDERS, st.integers())
def test_reordered_game_gives_each_side_the_same_values(order, seed):
    sides = len(order)
    data = game.simulated_data(Random(seed), EXACT_RULES, sides)
    turned = game.reorder_sides(data, order)
    game.check(turned, EXACT_RULES, sides)
    before, after = game.side_values(data, EXACT_RULES), game.side_values(turned, EXACT_RULES)
    assert [after[side] for side in range(sides)] == [before[side] for side in order]
    assert game.winner_of(turned, EXACT_RULES) == order.index(game.winner_of(data, EXACT_RULES))
    back = [order.index(side) for side in range(sides)]
    assert game.reorder_sides(turned, back) == data


@given(ORDERS)
def test_reordered_award_keeps_its_winner(order):
    for winner in (None, *range(len(order))):
        data = game.award_data("abandoned", range(len(order)), winner)
        game.check(data, EXACT_RULES, len(order))
        turned = game.reorder_sides(data, order)
        assert turned["pegged"] == list(order)
        assert turned["winner"] == (None if winner is None else order.index(winner))


@pytest.mark.parametrize("order", [(1, 0), (0, 1, 1), (0, 1, 2, 3), (1, 2, 3)])
def test_order_of_wrong_sides_is_refused(order):
    with pytest.raises(ValueError, match="sides cannot be put in the order"):
        game.reorder_sides(game.played([121, 88, 64]), order)


@given(st.integers(2, 6), st.integers())
def test_rehearsed_game_of_several_sides_has_one_winner(sides, seed):
    data = game.simulated_data(Random(seed), EXACT_RULES, sides)
    game.check(data, EXACT_RULES, sides)
    values = game.side_values(data, EXACT_RULES)
    (won,) = (value for value in values if value.won)
    second = max(value.pegged for value in values if not value.won)
    assert (won.pegged, won.against, won.spread) == (121, second, 121 - second)
    assert all((value.against, value.spread) == (121, value.pegged - 121) for value in values if value != won)


@pytest.mark.parametrize(
    ("several", "points", "level"),
    [
        ("all", [88, 64], 1),
        ("all", [88, 95], 0),
        ("any", [88, 95], 1),
        ("any", [95, 25], 3),
        ("none", [60, 25], 0),
    ],
)
def test_skunk_of_several_losers_follows_the_rule(several, points, level):
    rules = EXACT_RULES | {"several_losers": several}
    assert game.side_values(game.played([*points, 121]), rules)[2].skunk == level


@pytest.mark.parametrize("scores", [[121, 88], [121, 88, 64, 30]])
def test_wrong_number_of_scores_is_refused(scores):
    with pytest.raises(DomainError) as refused:
        game.check(game.played(scores), EXACT_RULES, sides=3)
    assert (refused.value.code, refused.value.args_["sides"]) == ("one_score_a_side", 3)


def _side_claim(number, side, points):
    return Line(number, "claim", game.played(points), [[1], [2], [3]], by="side", by_side=side)


def test_two_agreeing_sides_of_three_settle_a_game():
    same, other = [121, 88, 64], [121, 80, 64]
    seats = [[1], [2], [3]]
    assert isinstance(settle([_side_claim(1, 0, same), _side_claim(2, 2, same)], seats), Settled)
    assert not isinstance(settle([_side_claim(1, 0, same), _side_claim(2, 0, same)], seats), Settled), (
        "one side, twice"
    )
    late = settle([_side_claim(1, 0, same), _side_claim(2, 1, other), _side_claim(3, 2, same)], seats)
    assert isinstance(late, Disputed)
    assert (late.line, late.disputing) == (3, (2,))
