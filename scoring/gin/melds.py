"""The best melds of a hand of gin (rules.md §5, §7.3).

| what         | rule                                                                                    |
|--------------|-----------------------------------------------------------------------------------------|
| set          | three or four cards of a rank                                                           |
| run          | three or more cards of a suit in sequence; `ace` gives the places of the ace            |
| deadwood     | the cards in no meld: faces 10, the ace 1 (15 round the corner), others their number    |
| best melds   | least deadwood; among equals, those that give the opponent least to lay off             |
| laying off   | the fourth card of a set; cards that lengthen a run at its ends, one after the other    |

'Least to lay off', in this order: the most deadwood left to the opponent, if their cards are known; the
fewest cards that fit directly; the fewest points on those; the fewest melds; the melds whose lowest cards
come first (clubs, diamonds, hearts, spades, ace to king), which only makes the answer the same every time.

>>> deadwood("3C 3D 3H 4H 5H 6S 7S 8S KD KH")
26
>>> best = best_melds("3C 3D 3H 4H 5H 6S 7S 8S 2D KH")
>>> [str(meld) for meld in best.melds], best.deadwood
(['3H 4H 5H', '6S 7S 8S'], 18)
>>> from scoring.gin.layoff import lay_off
>>> reply = lay_off("9S 10S 3C 3D 5C 5D KC QD 8H 8D", best.melds)
>>> [str(card.card) for card in reply.laid_off], reply.deadwood
(['9S', '10S'], 52)
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from scoring.cards import Card, Cards
from scoring.gin import masks
from scoring.gin.layoff import deadwood_after_lay_off, runs_of, sets_of
from scoring.gin.layout import Meld, fitting_cards, meld_of
from scoring.gin.masks import LEAST_DEADWOOD, RANK_MASK, choices_of, mask_of

DEADWOOD_BOUND = 4 * (15 + 54 + 40)
"""A number above the deadwood of the whole pack."""


@dataclass(frozen=True)
class Arrangement:
    """A hand laid out: its melds, the cards in none (lowest index first) and their count."""

    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...]
    deadwood: int


def deadwood(cards: Cards, ace: str = "low") -> int:
    """Return the least count of the cards in no meld (rules.md §5; `ace` §7.3).

    Takes up to 14 cards. Raises `DomainError` for a text that names no card, a card twice, an unknown `ace`.

    >>> [deadwood("QS KS AS", ace) for ace in ("low", "both", "corner")], deadwood("KS AS 2S", "corner")
    ([21, 0, 0], 0)
    """
    return min_deadwood(mask_of(cards), ace)


def min_deadwood(mask: int, ace: str = "low") -> int:
    """Return the `deadwood` of the 52 bits of a hand; faster, without any check (rules.md §5)."""
    table = LEAST_DEADWOOD[ace]
    clubs, diamonds, hearts, spades = mask & 8191, mask >> 13 & 8191, mask >> 26 & 8191, mask >> 39
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if not ranks:
        return table[clubs] + table[diamonds] + table[hearts] + table[spades]
    best = DEADWOOD_BOUND
    for choice in choices_of(mask & ranks * RANK_MASK):
        rest = mask ^ choice
        found = table[rest & 8191] + table[rest >> 13 & 8191] + table[rest >> 26 & 8191] + table[rest >> 39]
        if found < best:
            best = found
    return best


def best_melds(cards: Cards, ace: str = "low", opponent: Cards | None = None) -> Arrangement:
    """Return the melds with the least deadwood (rules.md §5).

    Among equals they give the opponent least to lay off. `opponent` are the opponent's cards if they are
    known; 'least' is defined at the head of this module. Raises `DomainError` as `deadwood` does, and for a
    card that is in both hands.
    """
    masks.check_ace(ace)
    hand = masks.mask_of(cards)
    other = None if opponent is None else masks.mask_of(opponent)
    masks.check_disjoint(hand, other or 0)
    layout = min(_layouts(hand, ace), key=lambda layout: _generosity(layout, hand, other, ace))
    melded = sum(layout)
    return Arrangement(
        tuple(meld_of(meld) for meld in layout),
        masks.cards_of(hand ^ melded),
        masks.value(hand ^ melded, ace),
    )


def _layouts(hand: int, ace: str) -> list[tuple[int, ...]]:
    """Return every way to lay the hand with its least deadwood, each as the bits of its melds."""
    table = masks.suit_tables(ace).least
    goal = min_deadwood(hand, ace)
    found = []
    for choice in masks.set_choices(hand):
        rest = masks.suits(hand ^ choice)
        if sum(table[suit] for suit in rest) == goal:
            sets = sets_of(choice)
            for unions in product(*(_best_unions(suit, ace) for suit in rest)):
                found.append(sets + runs_of(unions, ace))
    return found


@lru_cache(maxsize=4096)
def _best_unions(suit: int, ace: str) -> tuple[int, ...]:
    """Return the cards of one suit that are in runs when it has its least deadwood."""
    tables = masks.suit_tables(ace)
    return tuple(
        union for union in masks.unions(suit, ace) if tables.value[suit ^ union] == tables.least[suit]
    )


def _generosity(
    layout: tuple[int, ...], hand: int, other: int | None, ace: str
) -> tuple[int | tuple[int, ...], ...]:
    """Return how much a layout gives the opponent, as a key: see the head of this module."""
    fitting = 0
    for meld in layout:
        fitting |= fitting_cards(meld, ace)
    fitting &= ~hand
    left = 0 if other is None else -deadwood_after_lay_off(other, layout, ace)
    return left, fitting.bit_count(), masks.value(fitting, ace), len(layout), layout
