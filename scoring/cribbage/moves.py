"""The moves of the play: a card is laid, or go is said, with the points claimed of it (rules.md §2.2, §2.4).

| text or value              | move                                                        |
|----------------------------|-------------------------------------------------------------|
| `7H`, a card               | the card is laid                                            |
| `go` (`passe`)             | go is said                                                  |
| `(1, "7H")`, `(1, "go")`   | the same by seat 1 (seats from 0, clockwise)                |
| `Move(…)`                  | the same, with the points claimed and who called muggins    |

>>> [move.card for move in read_moves("7H 8S go")]
[Card('7H'), Card('8S'), None]
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.cards import Card, read_card, split

GO_WORDS = ("GO", "PASSE")


@dataclass(frozen=True)
class Move:
    """One action of the play.

    `card` is None for a go; `player` the seat, or None if it follows from the turn. `claimed` are the points
    that their owner claimed of this move (None: all), `taken_by` the seat that called muggins for the rest.
    """

    card: Card | None
    player: int | None = None
    claimed: int | None = None
    taken_by: int | None = None


Given = str | Card | Move | tuple[int, str | Card]
Moves = str | Iterable[Given]
"""A play as a caller may give it: one text, or its moves."""


def read_moves(given: Moves) -> tuple[Move, ...]:
    """Parse the moves of a play (rules.md §2.2).

    Raises `DomainError` (`bad_card`) for what is no card and no go.
    """
    if isinstance(given, str):
        given = split(given)
    return tuple(_parse_move(one) for one in given)


def _parse_move(given: Given) -> Move:
    if isinstance(given, Move):
        return given
    if isinstance(given, tuple):
        player, done = given
        return Move(_card(done), player)
    return Move(_card(given))


def _card(given: str | Card) -> Card | None:
    if isinstance(given, Card):
        return given
    says_go = isinstance(given, str) and given.strip().upper() in GO_WORDS
    return None if says_go else read_card(given)
