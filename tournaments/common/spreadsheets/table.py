"""The cells and rows of a list while they are read, and its limits."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from scoring import DomainError
from tournaments.common import sanitize


class ListLimits(NamedTuple):
    """The most rows and columns of a list that are read."""

    rows: int
    columns: int
    megabytes: int = 2

    @property
    def cells(self) -> int:
        return self.rows * self.columns


PEOPLE_LIMITS = ListLimits(2_500, 30)
SEATS_LIMITS = ListLimits(12_000, 10)
"""The rows of four hundred people in thirty games, with a line for each seat."""
MEMBERS_LIMITS = ListLimits(200_000, 30, megabytes=25)
"""The members of a whole federation."""
MAX_CELL_LENGTH = 200
MAX_WHOLE_NUMBER = 10**15  # a workbook keeps 15 digits of a number
UNCOMPUTED_FORMULA = "#CALC!"  # Excel's own sign for a formula without a result
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

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
    return text[1:] if is_quoted(text) else text


def is_quoted(text: str) -> bool:
    """Return whether an apostrophe says that what follows is text, though it looks like a formula."""
    return text.startswith("'") and text.lstrip("'").startswith(FORMULA_STARTS)


def quote_formula(text: str) -> str:
    """Return text that looks like a formula, or is quoted already, with an apostrophe in front.

    >>> [quote_formula(each) for each in ("=Jean", "'=Jean", "'t Hooft", "Jean")]
    ["'=Jean", "''=Jean", "'t Hooft", 'Jean']
    """
    return f"'{text}" if text.lstrip("'").startswith(FORMULA_STARTS) else text


def has_letter(text: str) -> bool:
    """Return whether there is a letter in it."""
    return bool(re.search(r"[^\W\d_]", text))


def trim_rows(rows: Rows, most: ListLimits) -> Rows:
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


MAX_MERGED = 5_000
LETTER = re.compile(r"[^\W\d_]")


class Table:
    """The rows of one sheet, counted from 0 as in the file.

    `is_too_long`: there is content beyond the last row. `is_hidden`: the whole sheet is hidden.
    """

    def __init__(self, most: ListLimits) -> None:
        self.most = most
        self.is_too_long = self.is_hidden = False
        self._hidden: set[int] = set()
        self._rows: Rows = []
        self._merged: list[tuple[int, int, int]] = []

    def add(self, number: int, cells: Mapping[int, str], *, hidden: bool = False, times: int = 1) -> None:
        """Add a row by its number, its cells by their column; an empty row is added with the next one."""
        number = max(number, len(self._rows))
        if hidden:  # an empty row too: a merged cell may put words in it
            self._hidden.update(range(number, min(number + times, self.most.rows)))
        filled = {column: text for column, text in cells.items() if text and column < self.most.columns}
        if not filled:
            return
        if number + times > self.most.rows:
            self.is_too_long = True
            return
        self._rows += [[] for _ in range(number - len(self._rows))]
        row = [filled.get(column, "") for column in range(max(filled) + 1)]
        self._rows += [list(row) for _ in range(times)]

    def merge(self, column: int, top: int, bottom: int) -> None:
        """Note that the cells of a column from row `top` to row `bottom` are one."""
        if bottom > top and len(self._merged) < MAX_MERGED:
            self._merged.append((column, top, bottom))

    def finished(self) -> Rows:
        """Return the rows, all equally wide.

        Words of a merged cell are in each of its rows, as people read them; a figure stays one: a fee for two
        is paid once. Raises `DomainError`: file_empty, file_too_many_rows.
        """
        if self.is_too_long:
            raise DomainError("file_too_many_rows", most=self.most.rows)
        rows = trim_rows(self._rows, self.most)
        for column, top, bottom in self._merged:
            if top < len(rows) and column < len(rows[0]) and LETTER.match(rows[top][column]):
                for row in rows[top + 1 : bottom + 1]:
                    row[column] = row[column] or rows[top][column]
        return rows

    def hidden_rows(self, rows: Rows) -> list[int]:
        """Return which finished rows are hidden and have content."""
        hidden = range(len(rows)) if self.is_hidden else sorted(self._hidden)
        return [number for number in hidden if number < len(rows) and any(rows[number])]


Tables = Iterator[tuple[str, Table]]
