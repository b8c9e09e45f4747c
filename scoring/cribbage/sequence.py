"""Points of the card laid last in the play (rules.md §2.2).

| reason                                | points | when                                                  |
|---------------------------------------|--------|-------------------------------------------------------|
| fifteen, thirty_one                   | 2      | the count is exactly 15, exactly 31                   |
| pair, three_of_a_kind, four_of_a_kind | 2 6 12 | the last cards are of one rank, none between them     |
| run                                   | n      | the last n >= 3 cards are a run in any order, longest |
| go                                    | 1      | no one can lay, and the count is under 31             |
| last_card                             | 1      | the last card of all, unless it makes 31              |

The cards are those laid since the count began: a go does not break the sequence, a reset does. Flushes never
count.

>>> from scoring.cards import read_cards
>>> [(found.reason, found.points) for found in card_score(read_cards("7H 8S"))]
[('fifteen', 2)]
>>> [(found.reason, found.points) for found in card_score(read_cards("7H 8S 6D 9C"))]
[('run', 4)]
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import Card

LIMIT = 31
OF_A_KIND = {2: ("pair", 2), 3: ("three_of_a_kind", 6), 4: ("four_of_a_kind", 12)}


@dataclass(frozen=True)
class Pegging:
    """Points and their reason: the cards that make it, and the seat that laid the last of them."""

    reason: str
    points: int
    cards: tuple[Card, ...]
    player: int = 0


def value(card: Card) -> int:
    """Return the value of a card in the count: the ace 1, face cards 10 (rules.md §2.2)."""
    return min(card.rank, 10)


def count(cards: Sequence[Card]) -> int:
    """Return the sum of the cards laid since the last reset (rules.md §2.2)."""
    return sum(value(card) for card in cards)


def card_score(cards: Sequence[Card], player: int = 0) -> tuple[Pegging, ...]:
    """Return the points of the last card, laid on those before it, without go (rules.md §2.2)."""
    found = []
    reached = {15: "fifteen", LIMIT: "thirty_one"}.get(count(cards))
    if reached:
        found.append(Pegging(reached, 2, tuple(cards), player))
    alike = _same_rank_count(cards)
    if alike in OF_A_KIND:
        found.append(Pegging(*OF_A_KIND[alike], tuple(cards[-alike:]), player))
    run = _run_length(cards)
    if run:
        found.append(Pegging("run", run, tuple(cards[-run:]), player))
    return tuple(found)


def _same_rank_count(cards: Sequence[Card]) -> int:
    """Return how many of the last cards are of one rank."""
    alike = 0
    for card in reversed(cards):
        if card.rank != cards[-1].rank:
            break
        alike += 1
    return alike


def _run_length(cards: Sequence[Card]) -> int:
    """Return how many of the last cards form the longest run, or 0."""
    for length in range(len(cards), 2, -1):
        ranks = {card.rank for card in cards[-length:]}
        if len(ranks) == length == max(ranks) - min(ranks) + 1:
            return length
    return 0
