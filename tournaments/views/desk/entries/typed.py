"""What every game's entry reads of a form: who has won, and declared points."""

from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from tournaments.scorebook import TableState
from tournaments.scorebook import desk as book


def side(table: TableState, letter: str) -> int | None:
    """The side that sits at a letter, or None."""
    return next((seat.side for seat in table.seats if seat.letter == letter.strip().upper()), None)


def letters(table: TableState) -> list[str]:
    """The letter of each side's first seat, in the order of the sides."""
    return [table.side(side)[0].letter for side in sorted({seat.side for seat in table.seats})]


def awarded(
    table: TableState, typed: QueryDict, read: Callable[[str], int] = book.points
) -> dict[str, Any] | None:
    """Line data of a game that was not played out; None where the form does not say so.

    `read` reads declared points as this game writes them.
    """
    how = typed.get("how", "")
    if not how:
        return None
    declared = [read(typed.get(f"points_{letter}", "")) for letter in letters(table)]
    winner = side(table, typed.get("winner", ""))
    return book.awarded(table.meeting, how, winner=winner, declared=declared)
