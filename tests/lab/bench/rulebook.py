"""The show of cribbage: the bare total and the explanation, one Python call a hand, beside others.

The best published Python keeps a table of the points of ranks and adds flush and nobs (727 000 hands a second
where the goals were set, with 48 000 for the plain definition). That approach is implemented here as such a
package does it, and once more tuned by hand; the goal is set against the first.

Packages on PyPI that score a hand, tried on the same 20 000 hands in November 2026, plain 43 000 hands/s:

| package                    | hands/s | wrong | because                                                  |
|----------------------------|---------|-------|----------------------------------------------------------|
| cribbage-scorer 0.2.5      |  49 000 |     0 |                                                          |
| magmacrunch-cribbage 0.1.1 |  32 000 |     0 |                                                          |
| cribbage 1.3.2             |  30 000 | 1 105 | a double run is counted once, a flush of four not at all |
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from scoring.cards import DECK, Card
from scoring.cribbage import score_hand, total
from tests.lab.bench.compare import Row, side_by_side
from tests.scoring.plain import plain_total, points_of_ranks

HANDS = 20_000
Deal = tuple[Sequence[Card], Card]


def rows() -> Iterator[Row]:
    """Yield rows of the rule book of cribbage beside plain implementations."""
    deals = random_deals(HANDS)
    for hand, starter in deals:
        worth = plain_total(hand, starter)
        assert worth == total(hand, starter) == score_hand(hand, starter).total
        assert worth == cached_table_total(hand, starter) == tuned_table_total(hand, starter)
    for name, ours, other, other_name, goal in (
        ("totals", total, plain_total, "every subset, as the definition reads", 1 / 50),
        ("totals", total, cached_table_total, "cached tables, as the best published Python", 1 / 4),
        ("totals", total, tuned_table_total, "cached tables, tuned by hand", None),
        ("hands explained", score_hand, plain_total, "every subset, the total alone", None),
    ):
        yield side_by_side(
            f"cribbage, {HANDS} {name}",
            partial(call_for_each, ours, deals),
            partial(call_for_each, other, deals),
            other_name=other_name,
            goal=goal,
            pairs=15,
        )


def random_deals(many: int) -> list[Deal]:
    """Return hands, the same in every run."""
    chance = random.Random(121)
    fives = [chance.sample(DECK, 5) for _ in range(many)]
    return [(tuple(five[:4]), five[4]) for five in fives]


def call_for_each(worth: Callable[[Sequence[Card], Card], object], deals: Sequence[Deal]) -> None:
    """Call once for each hand."""
    for hand, starter in deals:
        worth(hand, starter)


def cached_table_total(hand: Sequence[Card], starter: Card, crib: bool = False) -> int:
    """Look up sorted ranks, and check suits one by one."""
    points = _rank_points(tuple(sorted(card.rank for card in (*hand, starter))))
    suits = {card.suit for card in hand}
    if len(suits) == 1:
        if starter.suit in suits:
            points += 5
        elif not crib:
            points += 4
    if any(card.rank == 11 and card.suit == starter.suit for card in hand):
        points += 1
    return points


def tuned_table_total(hand: Sequence[Card], starter: Card, crib: bool = False) -> int:
    """Do the same without generators and sets."""
    points = _rank_points(
        tuple(sorted([hand[0].rank, hand[1].rank, hand[2].rank, hand[3].rank, starter.rank]))
    )
    suit = hand[0].suit
    if hand[1].suit == suit and hand[2].suit == suit and hand[3].suit == suit:
        if starter.suit == suit:
            points += 5
        elif not crib:
            points += 4
    for card in hand:
        if card.rank == 11 and card.suit == starter.suit:
            points += 1
    return points


@cache
def _rank_points(ranks: tuple[int, ...]) -> int:
    return points_of_ranks(ranks)
