"""A meld of gin, as cards and as bits, and the cards that fit it (rules.md §5, §7.3).

| meld | cards                                                | what fits                      |
|------|------------------------------------------------------|--------------------------------|
| set  | three or four of a rank                              | the fourth card                |
| run  | three or more of a suit in sequence, as `ace` allows | the next card at either end    |

>>> meld_of(read_meld("AS QS KS", "both")).cards
(Card('QS'), Card('KS'), Card('AS'))
"""

from dataclasses import dataclass

from scoring.cards import DECK, Card, Cards, cards_to_text, read_cards
from scoring.errors import DomainError
from scoring.gin import masks


@dataclass(frozen=True)
class Meld:
    """A meld: `kind` is `set` or `run`, a run in the order of its sequence."""

    kind: str
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return cards_to_text(self.cards)


def is_set(meld: int) -> bool:
    """Return whether the bits of a meld are a set: no two in the suit of its lowest card (rules.md §5)."""
    return meld & (meld - 1) & masks.SUIT_MASK << suit_shift(meld) == 0


def suit_shift(meld: int) -> int:
    """Return the place at which the bits of the suit of the lowest card begin (rules.md §5)."""
    return _lowest(meld) // 13 * 13


def _lowest(meld: int) -> int:
    return (meld & -meld).bit_length() - 1


def meld_of(meld: int) -> Meld:
    """Return the meld of some bits: a set suit by suit, a run in the order of its sequence (rules.md §5)."""
    if is_set(meld):
        return Meld("set", masks.cards_of(meld))
    shift = suit_shift(meld)
    run = meld >> shift
    before_a_gap = [place for place in masks.bits(run) if not run >> (place - 1) % 13 & 1]
    first = before_a_gap[0] if before_a_gap else 0
    return Meld("run", tuple(DECK[shift + (first + step) % 13] for step in range(run.bit_count())))


def fitting_cards(meld: int, ace: str) -> int:
    """Return the cards that can be laid on a meld directly, as bits (rules.md §5, §7.3)."""
    if is_set(meld):
        return masks.RANK_MASK << _lowest(meld) % 13 & ~meld
    shift = suit_shift(meld)
    return masks.open_ends(meld >> shift, ace) << shift


def read_meld(cards: Meld | Cards, ace: str = "low") -> int:
    """Return the bits of a meld that was laid (rules.md §5). Raises `DomainError` (`gin_not_a_meld`)."""
    given = cards.cards if isinstance(cards, Meld) else read_cards(cards)
    mask = masks.mask_of(given)
    if len(given) < 3 or not (_is_one_rank(mask) or _is_run(mask, ace)):
        raise DomainError("gin_not_a_meld", cards=cards_to_text(given))
    return mask


def _is_one_rank(mask: int) -> bool:
    return mask & ~(masks.RANK_MASK << _lowest(mask) % 13) == 0


def _is_run(mask: int, ace: str) -> bool:
    return mask >> suit_shift(mask) in masks.suit_tables(ace).runs
