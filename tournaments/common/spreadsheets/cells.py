"""The text of one cell of a list, and the limits of a list."""

import re
from datetime import date, datetime
from typing import Any, NamedTuple

from scoring import DomainError
from tournaments.common import sanitize


class Most(NamedTuple):
    """The most rows and columns of a list that are read."""

    rows: int
    columns: int

    @property
    def cells(self) -> int:
        return self.rows * self.columns


OF_PEOPLE = Most(2_500, 30)
OF_SEATS = Most(12_000, 10)
"""The rows of four hundred people in thirty games, with a line for each seat."""
MAX_CELL_LENGTH = 200
MAX_WHOLE_NUMBER = 10**15  # a workbook keeps 15 digits of a number
NEVER_WORKED_OUT = "#CALC!"  # Excel's own sign for a formula without a result
FORMULA = ("=", "+", "-", "@", "\t", "\r")

Rows = list[list[str]]


def cell(value: Any) -> str:
    """Return the text of a cell as a person would read it aloud: 15.0 is «15», a date has no time of day."""
    if value is None:
        return ""
    if value is True or value is False:
        return "x" if value else ""
    if isinstance(value, float):
        value = int(value) if value.is_integer() and abs(value) < MAX_WHOLE_NUMBER else f"{value:.12g}"
    if isinstance(value, datetime | date):
        value = value.isoformat()[:10]
    text = sanitize.clean_line(str(value)[: 10 * MAX_CELL_LENGTH])[:MAX_CELL_LENGTH]
    if text.startswith('="') and text.endswith('"'):  # the notation that keeps the zeros of a number in a CSV
        text = text[2:-1]
    return text[1:] if text.startswith("'") and text[1:2] in FORMULA else text


def is_word(text: str) -> bool:
    """Return whether there is a letter in it."""
    return bool(re.search(r"[^\W\d_]", text))


def trimmed(rows: Rows, most: Most) -> Rows:
    """Return the rows without empty ones at the end, all as wide as the widest.

    Raises:
        DomainError: file_empty, file_too_many_rows.
    """
    while rows and not any(rows[-1]):
        rows.pop()
    if not rows:
        raise DomainError("file_empty")
    if len(rows) > most.rows:
        raise DomainError("file_too_many_rows", most=most.rows)
    filled = max(index for row in rows for index, each in enumerate(row, start=1) if each)
    width = min(most.columns, filled)
    return [(row + [""] * width)[:width] for row in rows]
