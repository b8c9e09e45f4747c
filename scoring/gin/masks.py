"""Hands of gin as bits, and the tables that make them quick (rules.md §5, §7.3).

A hand is a number of 52 bits, one for each `Card.index`; a suit is 13 of them, the ace lowest.

| ace      | runs                          | an ace counts |
|----------|-------------------------------|---------------|
| `low`    | A-2-3                         | 1             |
| `both`   | A-2-3, Q-K-A                  | 1             |
| `corner` | A-2-3, Q-K-A, K-A-2           | 15            |

Tables are built at the first use: importing this module costs nothing.

>>> suit_tables("low").least[0b111], suit_tables("corner").least[0b1000000000011]
(0, 0)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from scoring.cards import DECK, Card, Cards, read_cards
from scoring.errors import DomainError
from scoring.gin.rules import ACES

SUIT_MASK = (1 << 13) - 1
SHIFTS = (0, 13, 26, 39)
MAX_CARDS = 14
"""The most cards of a hand: ten, eleven before its discard, a few more if irregular (rules.md §5.1)."""

RANK_MASK = sum(1 << shift for shift in SHIFTS)
"""The four aces; shifted by rank - 1, the four cards of a rank."""

_ACE, _KING = 1, 1 << 12
_bit = {card: 1 << card.index for card in DECK}.__getitem__


@dataclass(frozen=True)
class SuitTables:
    """The counts of the 13 bits of one suit: `value` of all its cards, `least` after the best runs."""

    value: bytes
    least: bytes
    runs: tuple[int, ...]


def check_ace(ace: str) -> None:
    """Raise `DomainError` for what is not one of `low`, `both`, `corner` (rules.md §5)."""
    if ace not in ACES:
        raise DomainError("gin_unknown_option", option="ace", value=str(ace))


def mask_of(cards: Cards) -> int:
    """Return the bits of some cards (rules.md §5).

    Raises `DomainError` for a text that names no card, a card twice, and more cards than a hand of gin ever
    has.
    """
    try:
        number = len(cards)  # type: ignore[arg-type]
        mask = sum(map(_bit, cards))  # type: ignore[arg-type]
        if mask.bit_count() == number <= MAX_CARDS:  # n powers of two add up to n bits if none is there twice
            return mask
    except (KeyError, TypeError):
        pass  # texts, or an iterator
    read = read_cards(cards)
    if len(read) > MAX_CARDS:
        raise DomainError("gin_too_many_cards", most=MAX_CARDS)
    return sum(map(_bit, read))


def check_disjoint(one: int, other: int) -> None:
    """Raise `DomainError` (`card_twice`) for a card that is in two hands (rules.md §5)."""
    for card in cards_of(one & other):
        raise DomainError("card_twice", card=card.name)


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of some bits, suit by suit from the ace up (rules.md §5)."""
    return tuple(DECK[index] for index in bits(mask))


def bits(mask: int) -> Iterable[int]:
    """Yield the places of the bits that are set, lowest first (rules.md §5)."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def suits(mask: int) -> tuple[int, ...]:
    """Return the 13 bits of each suit (rules.md §5)."""
    return tuple(mask >> shift & SUIT_MASK for shift in SHIFTS)


def value(mask: int, ace: str) -> int:
    """Return the deadwood of the cards if none is in a meld (rules.md §5, §7.3)."""
    worth = suit_tables(ace).value
    return sum(worth[suit] for suit in suits(mask))


@cache
def suit_tables(ace: str) -> SuitTables:
    """Return the tables of `ace`, built at the first call (rules.md §5, §7.3)."""
    check_ace(ace)
    runs = _runs(ace)
    by_card = [15 if ace == "corner" else 1, *range(2, 11), 10, 10, 10]
    # Longer runs are made of these; each is found by its lowest bit.
    short: list[list[int]] = [[] for _ in range(13)]
    for run in runs:
        if run.bit_count() <= 5:
            for place in bits(run):
                short[place].append(run)
    values, least = bytearray(SUIT_MASK + 1), bytearray(SUIT_MASK + 1)
    for mask in range(1, SUIT_MASK + 1):
        place = mask.bit_length() - 1  # the highest card is loose, or in one of the runs that hold it
        rest = mask ^ (1 << place)
        values[mask] = values[rest] + by_card[place]
        best = least[rest] + by_card[place]
        for run in short[place]:
            if run & mask == run and least[mask ^ run] < best:
                best = least[mask ^ run]
        least[mask] = best
    return SuitTables(bytes(values), bytes(least), runs)


class _LeastDeadwood(dict[str, bytes]):
    def __missing__(self, ace: str) -> bytes:
        return self.setdefault(ace, suit_tables(ace).least)


LEAST_DEADWOOD = _LeastDeadwood()
"""The `least` of each `ace`, for frequent callers."""


def _runs(ace: str) -> tuple[int, ...]:
    """Return every run of one suit, as bits, each once."""
    found = {
        sum(1 << place % 13 for place in range(start, start + length))
        for start in range(13)
        for length in range(3, 14)
        if start + length <= 13 + {"low": 0, "both": start > 0, "corner": start}[ace]
    }
    return tuple(sorted(found))


@lru_cache(maxsize=8192)
def open_ends(run: int, ace: str) -> int:
    """Return the cards that would lengthen a run, as bits of its suit (rules.md §5, §7.3).

    >>> [bin(open_ends(0b111 << 10, ace)) for ace in ("low", "both")]
    ['0b1000000000', '0b1000000001']
    """
    below = ((run >> 1) | (run & _ACE) << 12) & SUIT_MASK
    above = ((run << 1) | (run & _KING) >> 12) & SUIT_MASK
    if ace != "corner":
        high = run & _ACE and run & _KING and not run & 2  # Q-K-A: the ace is its upper end
        below &= ~(0 if high else _KING)
        above &= ~2 if high else SUIT_MASK
        if ace == "low":
            above &= ~_ACE
    return (below | above) & ~run


@lru_cache(maxsize=8192)
def unions(mask: int, ace: str) -> tuple[int, ...]:
    """Return every set of cards of one suit that can form runs, the empty one first (rules.md §5)."""
    if not mask:
        return (0,)
    lowest = mask & -mask
    found = set(unions(mask ^ lowest, ace))
    for run in suit_tables(ace).runs:
        if run & lowest and run & mask == run:
            found.update(run | other for other in unions(mask ^ run, ace))
    return tuple(sorted(found))


@lru_cache(maxsize=8192)
def split(union: int, ace: str) -> tuple[int, ...]:
    """Return the fewest runs that hold these cards of one suit, always the same ones (rules.md §5)."""
    if not union:
        return ()
    lowest = union & -union
    ways = [
        (run, *split(union ^ run, ace))
        for run in suit_tables(ace).runs
        if run & lowest and run & union == run and union ^ run in unions(union ^ run, ace)
    ]
    return min(ways, key=lambda way: (len(way), way))


def set_choices(mask: int) -> tuple[int, ...]:
    """Return every choice of sets that a hand allows, as bits, none first (rules.md §5)."""
    clubs, diamonds, hearts, spades = suits(mask)
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    return choices_of(mask & ranks * RANK_MASK)


@lru_cache(maxsize=4096)
def choices_of(cards: int) -> tuple[int, ...]:
    """Return `set_choices` for cards that are three or four of each rank among them (rules.md §5)."""
    choices = [0]
    for place in range(13):
        column = cards >> place & RANK_MASK
        if column:
            options = _sets_of(column)
            choices = [choice | option << place for choice in choices for option in options]
    return tuple(choices)


def _sets_of(column: int) -> tuple[int, ...]:
    """Return the sets that three or four cards in the column of aces allow, the empty one first."""
    if column != RANK_MASK:
        return 0, column
    return 0, *(RANK_MASK ^ (1 << shift) for shift in SHIFTS), RANK_MASK
