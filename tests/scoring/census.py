"""Count hands and cribs without the rule book, and compare: it must agree on every single deal.

Written differently from the rule book: columns of a quarter of a million hands at once (numpy), fifteens as
coefficients of a product, runs as bits of neighbouring ranks, pairs as digits. The tests take the deals of a
few starters, `tests/lab/figures/deals.py` all of them.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import numpy as np

from scoring.cards import DECK, Card
from scoring.cribbage import total


def columns_of_ranks(ranks: np.ndarray) -> np.ndarray:
    """Return the points of the ranks of five cards; `ranks` has five rows of 0 (ace) to 12 (king)."""
    # Sixteen digits of four bits: how many subsets add to 0 … 15.
    ways = np.ones(ranks.shape[1], dtype=np.uint64)
    counts = np.zeros(ranks.shape[1], dtype=np.uint64)  # thirteen such digits: how many cards of each rank
    for row in ranks:
        ways += ways << (4 * np.minimum(row + 1, 10)).astype(np.uint64)
        counts += np.uint64(1) << (4 * row).astype(np.uint64)
    points = 2 * (ways >> np.uint64(60)).astype(np.int64)
    held = [((counts >> np.uint64(4 * rank)) & np.uint64(15)).astype(np.int64) for rank in range(13)]
    for many in held:
        points += many * (many - 1)
    for length in (3, 4, 5):
        for low in range(14 - length):
            product = np.prod(held[low : low + length], axis=0)
            before = held[low - 1] if low else 0
            after = held[low + length] if low + length < 13 else 0
            points += length * np.where(
                (before == 0) & (after == 0) if low or length < 13 else True, product, 0
            )
    return points


def columns_of_suits(ranks: np.ndarray, suits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return one for his nobs with the flush of a hand, and with that of a crib; the starter is row five."""
    nobs = ((ranks[:4] == 10) & (suits[:4] == suits[4])).sum(axis=0)
    four = np.ptp(suits[:4], axis=0) == 0
    five = np.ptp(suits, axis=0) == 0
    return nobs + 4 * four + five, nobs + 5 * five


def other_counter(starter: int, hands: np.ndarray) -> tuple[bytes, bytes]:
    """Return the totals of many hands, and of the same as cribs."""
    cards = np.vstack([hands, np.full(hands.shape[1], starter)])
    suits, ranks = np.divmod(cards, 13)
    points = columns_of_ranks(ranks)
    hand, crib = columns_of_suits(ranks, suits)
    return (points + hand).astype(np.uint8).tobytes(), (points + crib).astype(np.uint8).tobytes()


def census(starters: Iterable[Card]) -> tuple[Counter[int], Counter[int]]:
    """Count each total with these starters, as hand and as crib.

    Raises:
        AssertionError: the two counters disagree about a deal.
    """
    places = np.array(list(combinations(range(51), 4)), dtype=np.int64).T
    as_hands: Counter[int] = Counter()
    as_cribs: Counter[int] = Counter()
    for starter in starters:
        rest = [card for card in DECK if card is not starter]
        hands = bytes([total(hand, starter) for hand in combinations(rest, 4)])
        cribs = bytes([total(hand, starter, True) for hand in combinations(rest, 4)])
        left = np.array([card.index for card in rest])
        assert (hands, cribs) == other_counter(starter.index, left[places])
        as_hands.update(hands)
        as_cribs.update(cribs)
    return as_hands, as_cribs
