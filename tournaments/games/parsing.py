"""Fields of a result at the desk that all games share: the meeting, the winner, and declared points."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.http import QueryDict

from scoring import DomainError
from tournaments.rounds.scores import TableState
from tournaments.rounds.scores import desk as book


def meeting_uid(text: str) -> UUID:
    """Return the uid of a meeting as it is posted. Raises `DomainError`."""
    try:
        return UUID(text)
    except ValueError:
        raise DomainError("meeting_void") from None


def side_at_letter(table: TableState, letter: str) -> int | None:
    """Return the side that sits at a letter, or None."""
    return next((seat.side for seat in table.seats if seat.letter == letter.strip().upper()), None)


@contextmanager
def name_box_in_errors(box: str) -> Iterator[None]:
    """Add the name of a box of the form to every `DomainError` raised here."""
    try:
        yield
    except DomainError as refusal:
        raise DomainError(refusal.code, **refusal.args_, box=box) from None


def read_box(typed: QueryDict, box: str, read: Callable[[str], int]) -> int:
    """Parse a box of the form with `read`. Raises `DomainError`, which names the box."""
    with name_box_in_errors(box):
        return read(typed.get(box, ""))


def points(typed: QueryDict, box: str) -> int:
    """Parse points pegged in a box of the form. Raises `DomainError`, which names the box."""
    with name_box_in_errors(box):
        found = book.parse_points(typed.get(box, ""))
        if found < 0:
            raise DomainError("negative", value=found)
    return found


def letters(table: TableState) -> list[str]:
    """Return the letter of each side's first seat, in the order of the sides."""
    return [table.side(side)[0].letter for side in sorted({seat.side for seat in table.seats})]


def awarded_line(
    table: TableState, typed: QueryDict, read: Callable[[str], int] = book.parse_points
) -> dict[str, Any] | None:
    """Return line data of a game that was not played out, or None if the form is about another result.

    `read` parses declared points as this game writes them.
    """
    how = typed.get("how", "")
    if not how:
        return None
    declared = [read_box(typed, f"points_{letter}", read) for letter in letters(table)]
    winner = side_at_letter(table, typed.get("winner", ""))
    return book.award_data(table.meeting, how, winner=winner, declared=declared)
