"""Another counter of hands and cribs, and the frequencies that are published.

It is written differently from the rule book: columns of a quarter of a million hands at once (numpy),
fifteens as coefficients of a product, runs as bits of neighbouring ranks, pairs as digits. It must agree on
every single deal, and both with the frequencies:

* hands: Steven S. Lumetta, "Amusing Cribbage Facts", University of Illinois, 2007;
* cribs: of these only the zeros are published (Wikipedia, "Cribbage statistics").

`python -m tests.scoring.census` counts all of the 12 994 800 deals; the tests take those of a few starters.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import numpy as np

from scoring.cards import DECK, Card
from scoring.cribbage import total

# From 0 to 29; a dash where no hand can be worth that.
PUBLISHED = """
    1009008 99792 2813796 505008 2855676 697508 1800268 751324 1137236 361224
    388740 51680 317340 19656 90100 9168 58248 11196 2708 -
    8068 2496 444 356 3680 - - - 76 4
"""
ZEROS_OF_CRIBS = 1_022_208
DEALS = 12_994_800


def columns_of_ranks(ranks: np.ndarray) -> np.ndarray:
    """What the ranks of five cards are worth; `ranks` has five rows of numbers from 0 (ace) to 12 (king)."""
    ways = np.ones(
        ranks.shape[1], dtype=np.uint64
    )  # sixteen digits of four bits: how many subsets add to 0 … 15
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
    """One for his nobs with the flush of a hand, and with that of a crib; the fifth row is the starter."""
    nobs = ((ranks[:4] == 10) & (suits[:4] == suits[4])).sum(axis=0)
    four = np.ptp(suits[:4], axis=0) == 0
    five = np.ptp(suits, axis=0) == 0
    return nobs + 4 * four + five, nobs + 5 * five


def other_counter(starter: int, hands: np.ndarray) -> tuple[bytes, bytes]:
    """The totals of many hands, and of the same as cribs."""
    cards = np.vstack([hands, np.full(hands.shape[1], starter)])
    suits, ranks = np.divmod(cards, 13)
    points = columns_of_ranks(ranks)
    hand, crib = columns_of_suits(ranks, suits)
    return (points + hand).astype(np.uint8).tobytes(), (points + crib).astype(np.uint8).tobytes()


def census(starters: Iterable[Card]) -> tuple[Counter[int], Counter[int]]:
    """How often each total occurs with these starters, as hand and as crib.

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


def main() -> None:
    """Every deal, held against what is published."""
    as_hands, as_cribs = census(DECK)
    published = [0 if number == "-" else int(number) for number in PUBLISHED.split()]
    assert as_hands.total() == as_cribs.total() == sum(published) == DEALS
    assert as_hands == +Counter(dict(enumerate(published)))
    assert as_cribs[0] == ZEROS_OF_CRIBS
    assert set(as_cribs) == set(as_hands) == set(range(30)) - {19, 25, 26, 27}
    assert [as_cribs[points] for points in range(24, 30)] == published[24:]  # too many of a kind for a flush
    print(f"{DEALS} deals, as hands and as cribs: equal to the other counter and to what is published")


if __name__ == "__main__":
    main()
