"""Names of cards: as they are printed in the reader's language (J or V), and as they are read out."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import DomainError
from scoring.cards import RANKS, SYMBOLS, Card, read_card

SUITS_IN_ORDER = (3, 2, 1, 0)  # spades, hearts, diamonds, clubs: as the sources rank them


def letter(rank: int) -> str:
    """Return the letters in the corner of a card of rank 1 to 13: `A`, `10`, and `J` or `V`."""
    court = {
        11: pgettext("jack, in the corner of a card", "J"),
        12: pgettext("queen, in the corner of a card", "Q"),
        13: pgettext("king, in the corner of a card", "K"),
    }
    return court.get(rank, RANKS[rank - 1])


def face(card: Card) -> str:
    """Format a card as it is written: `10♠`, `J♥` or `V♥`."""
    return letter(card.rank) + SYMBOLS[card.suit]


def faces(cards: Iterable[Card]) -> str:
    """Format cards as they are written, side by side."""
    return " ".join(face(card) for card in cards)


def printed_value(value: object) -> object:
    """Return a card's name as it is printed; a value that is no card is returned unchanged."""
    try:
        return face(read_card(str(value)))
    except DomainError:
        return value


def rank_name(rank: int) -> str:
    """Return the name of a rank from 1 to 13, as it is read out."""
    names = {1: _("ace"), 11: _("jack"), 12: _("queen"), 13: _("king")}
    return names.get(rank, str(rank))


def suit_name(suit: int) -> str:
    """Return the name of a suit from 0 to 3, as it is read out."""
    return (_("clubs"), _("diamonds"), _("hearts"), _("spades"))[suit]


def spoken(card: Card) -> str:
    """Format a card as it is read out: «jack of hearts»."""
    return _("%(rank)s of %(suit)s") % {"rank": rank_name(card.rank), "suit": suit_name(card.suit)}
