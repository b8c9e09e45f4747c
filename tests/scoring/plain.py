"""The show by its definition: every subset of the five cards is tried. Slow, and obvious."""

from collections.abc import Sequence
from itertools import combinations

from scoring.cards import Card


def plain_total(hand: Sequence[Card], starter: Card, crib: bool = False) -> int:
    """Return the total of four cards and a starter (rules.md §2.3)."""
    points = points_of_ranks([card.rank for card in (*hand, starter)])
    if len({card.suit for card in hand}) == 1:
        if starter.suit == hand[0].suit:
            points += 5
        elif not crib:
            points += 4
    return points + sum(card.rank == 11 and card.suit == starter.suit for card in hand)


def points_of_ranks(ranks: Sequence[int]) -> int:
    """Return the points of fifteens, pairs and the longest runs among the subsets of five ranks."""
    points = longest = 0
    for size in (5, 4, 3, 2):
        for subset in combinations(ranks, size):
            if sum(min(rank, 10) for rank in subset) == 15:
                points += 2
            if size == 2 and subset[0] == subset[1]:
                points += 2
            if size > 2 and longest in (0, size):
                low = min(subset)
                if sorted(subset) == list(range(low, low + size)):
                    longest = size
                    points += size
    return points
