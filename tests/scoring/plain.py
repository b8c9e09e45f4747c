"""The show as its definition reads: every subset of the five cards is looked at. Slow, and obvious."""

from collections.abc import Sequence
from itertools import combinations

from scoring.cards import Card


def plain_total(hand: Sequence[Card], starter: Card, crib: bool = False) -> int:
    """The total of four cards and a starter (rules.md §2.3)."""
    cards = [*hand, starter]
    points = longest = 0
    for size in range(2, 6):
        for subset in combinations(cards, size):
            if sum(min(card.rank, 10) for card in subset) == 15:
                points += 2
            if size == 2 and subset[0].rank == subset[1].rank:
                points += 2
    for size in (5, 4, 3):
        for subset in combinations(cards, size):
            ranks = sorted(card.rank for card in subset)
            if longest in (0, size) and ranks == list(range(ranks[0], ranks[0] + size)):
                longest = size
                points += size
    return points + _of_suits(hand, starter, crib)


def _of_suits(hand: Sequence[Card], starter: Card, crib: bool) -> int:
    points = sum(card.rank == 11 and card.suit == starter.suit for card in hand)
    if len({card.suit for card in hand}) == 1:
        if starter.suit == hand[0].suit:
            points += 5
        elif not crib:
            points += 4
    return points
