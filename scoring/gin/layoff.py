"""Lay-offs of the opponent of the knocker, and the cards kept (rules.md §5, §7.3).

| what                  | rule                                                                        |
|-----------------------|-----------------------------------------------------------------------------|
| own melds             | the opponent's, laid first; a card is either in them or laid off            |
| on a set of three     | the fourth card                                                             |
| on a run              | the next card at either end, then the next again; round the corner in a circle |
| after gin             | no laying off, but round the corner (`scoring.gin.hand` decides)            |

The reply has the least deadwood there is; among equals the fewest cards laid off, then the fewest melds, then
always the same one.

>>> reply = lay_off("10S JS 7S KD QD 2C 2D 9H 4C AD", ["7C 8C 9C", "6H 7H 8H"])
>>> [(card.card.name, card.meld) for card in reply.laid_off], reply.deadwood
([('9H', 1)], 56)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.cards import DECK, Card, Cards
from scoring.gin import masks
from scoring.gin.layout import Meld, fitting_cards, is_set, meld_of, read_meld, suit_shift


@dataclass(frozen=True)
class LaidOffCard:
    """A card laid on a meld of the knocker: `meld` is the place of that meld among them, from 0."""

    card: Card
    meld: int


@dataclass(frozen=True)
class Reply:
    """The opponent's hand: own melds, cards laid off in an order that works, and the rest."""

    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOffCard, ...]
    unmatched: tuple[Card, ...]
    deadwood: int


@dataclass(frozen=True)
class _Table:
    """The knocker's melds for a reply: the runs of each suit, and the cards that fit a set."""

    runs: tuple[tuple[int, ...], ...]
    free: tuple[int, ...]


@dataclass(frozen=True)
class _Best:
    """The best reply, as bits: its key, the sets and the runs of each suit."""

    key: tuple[int, int, int, int, tuple[int, ...]]

    @property
    def deadwood(self) -> int:
        return self.key[0]

    @property
    def sets(self) -> int:
        return self.key[3]

    @property
    def runs(self) -> tuple[int, ...]:
        return self.key[4]


def lay_off(cards: Cards, melds: Sequence[Meld | Cards], ace: str = "low") -> Reply:
    """Return the opponent's best melds and lay-offs on the knocker's `melds` (rules.md §5, §7.3).

    `cards` are the opponent's; with no `melds` this is their best arrangement. Raises `DomainError` for a
    text that names no card, a card twice, and for what is no meld (`gin_not_a_meld`).
    """
    masks.check_ace(ace)
    hand = masks.mask_of(cards)
    laid = [read_meld(meld, ace) for meld in melds]
    taken = hand
    for meld in laid:
        masks.check_disjoint(taken, meld)
        taken |= meld
    best = _best_reply(hand, laid, ace)
    own = (*sets_of(best.sets), *runs_of(best.runs, ace))
    rest = hand ^ sum(own)
    laid_off = _ordered_lay_offs(rest, laid, ace)
    for card in laid_off:
        rest ^= 1 << card.card.index
    return Reply(tuple(meld_of(meld) for meld in own), laid_off, masks.cards_of(rest), masks.value(rest, ace))


def deadwood_after_lay_off(hand: int, melds: Sequence[int], ace: str) -> int:
    """Return the opponent's deadwood after the best reply, from bits (rules.md §5)."""
    return _best_reply(hand, melds, ace).deadwood


def sets_of(choice: int) -> tuple[int, ...]:
    """Return the bits of each set among some sets (rules.md §5)."""
    columns = (choice & masks.RANK_MASK << place for place in range(13))
    return tuple(column for column in columns if column)


def runs_of(runs_by_suit: Sequence[int], ace: str) -> tuple[int, ...]:
    """Return the bits of each run among the cards in runs of each suit (rules.md §5)."""
    return tuple(
        run << shift
        for shift, union in zip(masks.SHIFTS, runs_by_suit, strict=True)
        for run in masks.split(union, ace)
    )


def _best_reply(hand: int, melds: Sequence[int], ace: str) -> _Best:
    table = _table(melds, ace)
    keys = []
    for choice in masks.set_choices(hand):
        rest = masks.suits(hand ^ choice)
        of_suits = [
            _reply_in_suit(suit, runs, free & suit, ace)
            for suit, runs, free in zip(rest, table.runs, table.free, strict=True)
        ]
        # Suits are independent once the sets are chosen, so the least sum is the sum of the least.
        deadwood, laid_off, melds_laid = (sum(of_suit[place] for of_suit in of_suits) for place in range(3))
        unions = tuple(of_suit[3] for of_suit in of_suits)
        keys.append((deadwood, laid_off, melds_laid + len(sets_of(choice)), choice, unions))
    return _Best(min(keys))


def _table(melds: Sequence[int], ace: str) -> _Table:
    runs: list[list[int]] = [[], [], [], []]
    free = 0
    for meld in melds:
        if is_set(meld):
            free |= fitting_cards(meld, ace)
        else:
            shift = suit_shift(meld)
            runs[shift // 13].append(meld >> shift)
    return _Table(tuple(tuple(sorted(of_suit)) for of_suit in runs), masks.suits(free))


@lru_cache(maxsize=16384)
def _reply_in_suit(suit: int, runs: tuple[int, ...], free: int, ace: str) -> tuple[int, int, int, int]:
    """Return the best reply in one suit: deadwood, cards laid off, melds, and the cards kept in own runs."""
    value = masks.suit_tables(ace).value
    best = None
    for union in masks.unions(suit, ace):
        rest = suit ^ union
        laid_off = (_run_extensions(rest, runs, ace) | free) & rest
        key = (value[rest ^ laid_off], laid_off.bit_count(), len(masks.split(union, ace)), union)
        if best is None or key < best:
            best = key
    assert best is not None  # no runs at all is always among the unions
    return best


@lru_cache(maxsize=16384)
def _run_extensions(rest: int, runs: tuple[int, ...], ace: str) -> int:
    """Return the cards of one suit that lengthen its runs, one after the other."""
    laid_off = 0
    for run in runs:
        while more := masks.open_ends(run, ace) & rest:
            run |= more
            laid_off |= more
    return laid_off


def _ordered_lay_offs(rest: int, melds: Sequence[int], ace: str) -> tuple[LaidOffCard, ...]:
    """Return each card that can be laid off, in an order in which it can be; on a run rather than a set."""
    grown = list(melds)
    found = []
    runs_first = sorted(range(len(melds)), key=lambda place: (is_set(melds[place]), place))
    for place in runs_first:
        while more := fitting_cards(grown[place], ace) & rest:
            card = more & -more
            grown[place] |= card
            rest ^= card
            found.append(LaidOffCard(DECK[card.bit_length() - 1], place))
    return tuple(found)
