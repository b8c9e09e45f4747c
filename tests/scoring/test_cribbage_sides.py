"""Games of two to six sides: what they may be, what each side has of them, and the same in another order."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cribbage import game
from scoring.settle import Disputed, Line, Settled, settle
from tournaments import formats

EXACT = formats.rules("fadoq-15", match_points="acc")
ORDERS = st.integers(2, 6).flatmap(lambda sides: st.permutations(range(sides)))


@given(ORDERS, st.integers())
def test_in_another_order_every_side_has_the_same(order, seed):
    sides = len(order)
    data = game.rehearsed(Random(seed), EXACT, sides)
    turned = game.turned_round(data, order)
    game.check(turned, EXACT, sides)
    before, after = game.earned(data, EXACT), game.earned(turned, EXACT)
    assert [after[side] for side in range(sides)] == [before[side] for side in order]
    assert game.winner_of(turned, EXACT) == order.index(game.winner_of(data, EXACT))
    back = [order.index(side) for side in range(sides)]
    assert game.turned_round(turned, back) == data


@given(ORDERS)
def test_an_award_keeps_its_winner_in_another_order(order):
    for winner in (None, *range(len(order))):
        data = game.awarded("abandoned", range(len(order)), winner)
        game.check(data, EXACT, len(order))
        turned = game.turned_round(data, order)
        assert turned["pegged"] == list(order)
        assert turned["winner"] == (None if winner is None else order.index(winner))


@pytest.mark.parametrize("order", [(1, 0), (0, 1, 1), (0, 1, 2, 3), (1, 2, 3)])
def test_an_order_is_of_these_sides(order):
    with pytest.raises(ValueError, match="sides cannot be put in the order"):
        game.turned_round(game.played([121, 88, 64]), order)


@given(st.integers(2, 6), st.integers())
def test_a_rehearsed_game_of_several_has_one_winner_and_spreads_to_the_next_best(sides, seed):
    data = game.rehearsed(Random(seed), EXACT, sides)
    game.check(data, EXACT, sides)
    values = game.earned(data, EXACT)
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
def test_a_skunk_of_several_losers_is_what_the_rule_says(several, points, level):
    rules = EXACT | {"several_losers": several}
    assert game.earned(game.played([*points, 121]), rules)[2].skunk == level


@pytest.mark.parametrize("scores", [[121, 88], [121, 88, 64, 30]])
def test_every_side_has_its_points(scores):
    with pytest.raises(DomainError) as refused:
        game.check(game.played(scores), EXACT, sides=3)
    assert (refused.value.code, refused.value.args_["sides"]) == ("one_score_a_side", 3)


def _said(number, side, points):
    return Line(number, "claim", game.played(points), [[1], [2], [3]], by="side", by_side=side)


def test_two_sides_of_three_that_say_the_same_settle_a_game():
    same, other = [121, 88, 64], [121, 80, 64]
    seats = [[1], [2], [3]]
    assert isinstance(settle([_said(1, 0, same), _said(2, 2, same)], seats), Settled)
    assert not isinstance(settle([_said(1, 0, same), _said(2, 0, same)], seats), Settled), "one side, twice"
    late = settle([_said(1, 0, same), _said(2, 1, other), _said(3, 2, same)], seats)
    assert isinstance(late, Disputed)
    assert (late.line, late.disputing) == (3, (2,))
