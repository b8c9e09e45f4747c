"""Playing cards: text and values, both ways (rules.md §2.2, §5).

| text        | meaning                                                                       |
|-------------|-------------------------------------------------------------------------------|
| rank first  | `A 2 … 9 10 J Q K`; `T` is ten; French `V D R` are jack, queen, king            |
| suit last   | `C D H S` or ♣ ♦ ♥ ♠; letters are English only, so `DD` is the queen of diamonds |

>>> read_card("10S"), read_card("ts"), read_card("10♠")
(Card('10S'), Card('10S'), Card('10S'))
>>> read_card("DD").name
'QD'
>>> " ".join(card.symbol for card in read_cards("5H 5S 5D JC"))
'5♥ 5♠ 5♦ J♣'
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from scoring.errors import DomainError

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
SYMBOLS = ("♣", "♦", "♥", "♠")

_OTHER_RANKS = {"T": "10", "V": "J", "D": "Q", "R": "K"}
_OTHER_SUITS = dict(zip("♣♦♥♠♧♢♡♤", "CDHSCDHS", strict=True))
_SEPARATORS = re.compile(r"[\s,;+.-]+")
_PICTURE_STYLE = "\ufe0f\ufe0e"  # phones add these to suit symbols


class Card:
    """One of the 52 cards of `DECK`; there is one object a card, so they compare and hash as themselves.

    `rank` is 1 (ace) to 13 (king), `suit` 0 to 3 (clubs, diamonds, hearts, spades), `index` 0 to 51
    (suit by suit, ace to king), `name` its text (`10S`), `symbol` its text with the suit's symbol (`10♠`).
    """

    __slots__ = ("index", "name", "rank", "suit", "symbol")
    index: int
    rank: int
    suit: int
    name: str
    symbol: str

    def __init__(self, index: int) -> None:
        self.index = index
        self.suit, place = divmod(index, 13)
        self.rank = place + 1
        self.name = RANKS[place] + SUITS[self.suit]
        self.symbol = RANKS[place] + SYMBOLS[self.suit]

    def __repr__(self) -> str:
        return f"Card({self.name!r})"

    def __str__(self) -> str:
        return self.name

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, _memo: Any) -> "Card":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return read_card, (self.name,)


DECK: tuple[Card, ...] = tuple(Card(index) for index in range(52))
_BY_NAME = {card.name: card for card in DECK}

Cards = str | Iterable[str | Card]
"""Cards as a caller may give them: one text, or texts and cards."""


def read_card(text: str) -> Card:
    """Return the card named in English or French (`JC`, `VC`, `V♣`), in any case (rules.md §2.2, §5).

    Raises `DomainError` (`bad_card`) with the text, or with the value that is no text.
    """
    if not isinstance(text, str):
        raise DomainError("bad_card", card=str(text)[:20])
    plain = text.strip().strip(_PICTURE_STYLE).upper()
    rank, suit = plain[:-1].strip(), plain[-1:]
    card = _BY_NAME.get(_OTHER_RANKS.get(rank, rank) + _OTHER_SUITS.get(suit, suit))
    if card is None:
        raise DomainError("bad_card", card=text.strip()[:20])
    return card


def read_cards(given: Cards) -> tuple[Card, ...]:
    """Return the cards of a text (`"5H 5S,5D"`) or of texts and cards, in their order (rules.md §2.3, §5).

    Raises `DomainError` for a text that names no card, and for a card that is there twice (`card_twice`).
    """
    if not isinstance(given, Iterable):
        raise DomainError("bad_card", card=str(given)[:20])
    parts: Iterable[str | Card] = split(given) if isinstance(given, str) else given
    cards = tuple(part if isinstance(part, Card) else read_card(part) for part in parts)
    check_no_duplicates(cards)
    return cards


def split(text: str) -> list[str]:
    """Return the parts of a text, each of which names a card or another thing laid (rules.md §2.2, §5)."""
    return [part for part in _SEPARATORS.split(text) if part]


def check_no_duplicates(cards: Sequence[Card]) -> None:
    """Raise `DomainError` (`card_twice`) if a card is there twice: a pack has 52 (rules.md §2.3, §5)."""
    if len(set(cards)) != len(cards):
        twice = next(card for at, card in enumerate(cards) if card in cards[:at])
        raise DomainError("card_twice", card=twice.name)


def check_number(cards: Sequence[Card], number: int) -> None:
    """Raise `DomainError` (`number_of_cards`) unless there are `number` cards (rules.md §1, §5)."""
    if len(cards) != number:
        raise DomainError("number_of_cards", number=number, given=len(cards))


def cards_to_text(cards: Iterable[Card]) -> str:
    """Return cards as one text that `read_cards` reads back (rules.md §2.2, §5)."""
    return " ".join(card.name for card in cards)
