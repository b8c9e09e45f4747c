"""The rows of one sheet while they are read, up to the limits."""

import re
from collections.abc import Iterator, Mapping

from scoring import DomainError
from tournaments.common.spreadsheets.cells import Most, Rows, trimmed

MAX_MERGED = 5_000
WORDS = re.compile(r"[^\W\d_]")


class Table:
    """The rows of one sheet, counted from 0 as in the file.

    `is_too_long`: there is content beyond the last row. `is_hidden`: the whole sheet is hidden.
    """

    def __init__(self, most: Most) -> None:
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
        rows = trimmed(self._rows, self.most)
        for column, top, bottom in self._merged:
            if top < len(rows) and column < len(rows[0]) and WORDS.match(rows[top][column]):
                for row in rows[top + 1 : bottom + 1]:
                    row[column] = row[column] or rows[top][column]
        return rows

    def hidden_of(self, rows: Rows) -> list[int]:
        """Return which finished rows are hidden and have content."""
        hidden = range(len(rows)) if self.is_hidden else sorted(self._hidden)
        return [number for number in hidden if number < len(rows) and any(rows[number])]


Tables = Iterator[tuple[str, Table]]
