"""The fields of a result that the desk reads alike for every game: the winner, and declared points."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.http import QueryDict

from scoring import DomainError
from tournaments.rounds.scores import TableState
from tournaments.rounds.scores import desk as book


def side(table: TableState, letter: str) -> int | None:
    """The side that sits at a letter, or None."""
    return next((seat.side for seat in table.seats if seat.letter == letter.strip().upper()), None)


@contextmanager
def in_box(box: str) -> Iterator[None]:
    """Whatever is refused here stands in that box of the form."""
    try:
        yield
    except DomainError as refusal:
        raise DomainError(refusal.code, **refusal.args_, box=box) from None


def read_in(typed: QueryDict, box: str, read: Callable[[str], int]) -> int:
    """The number that `read` finds in a box of the form. Raises `DomainError`, which says in which box."""
    with in_box(box):
        return read(typed.get(box, ""))


def points(typed: QueryDict, box: str) -> int:
    """Points pegged as they stand in a box of the form. Raises `DomainError`, which says in which box."""
    with in_box(box):
        found = book.points(typed.get(box, ""))
        if found < 0:
            raise DomainError("negative", value=found)
    return found


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
    declared = [read_in(typed, f"points_{letter}", read) for letter in letters(table)]
    winner = side(table, typed.get("winner", ""))
    return book.awarded(table.meeting, how, winner=winner, declared=declared)
