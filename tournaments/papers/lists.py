"""Plain lists on paper: columns as wide as what is in them, in the largest type that saves no page.

A column without anything in it is left out, unless it is there to be written in. A row whose first cell is
empty belongs to the one above, and is kept on its page.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from django.utils.translation import gettext as _

from tournaments.papers.masthead import DEPTH, FOOT, foot, masthead
from tournaments.papers.page import LEFT, RIGHT, Sheet
from tournaments.papers.pagination import paginate_evenly
from tournaments.papers.structure import COLUMN_HEADING
from tournaments.papers.text_shaping import BOLD, FIGURES, LEADING, TEXT
from tournaments.papers.values import Column, List, TournamentHeader

_MAX_SIZE, _MIN_SIZE, _STEP = 18.0, 11.5, 0.5
_MIN_WRAP_SIZE = 13.0  # smaller type is chosen before any text is broken, but not type below this
_ROW = 1.9  # of the size: the depth of a row of one line
_HEADING, _HEADING_SIZE, _TICK, _GAP = 52.0, 11.0, 26.0, 14.0
_HALF_HEADING = 0.62  # of a heading: a little more than the longer of its two lines
_MIN_HAND_WIDTH = 58.0  # the least width of a column that is written in by hand
_MAX_LINES = 4  # of a cell, before its type is smaller than that of the list
_CELL_PADDING = 6.0  # above and below the lines of a cell together
_NOTE, _NOTE_LEADING = 13.5, 17.0

Row = Sequence[str]


def lists(header: TournamentHeader, every: Iterable[List], *, landscape: bool = False) -> bytes:
    """Return the lists as a PDF file, each beginning a page; with `landscape` the long side is its width."""
    every = [_without_empty_columns(one) for one in every]
    sheet = Sheet(header, every[0].title if every else _("List"), landscape=landscape)
    laid_out = [_fitted_layout(sheet, one) for one in every]
    count = sum(len(one.pages) for one in laid_out)
    number = 0
    for one in laid_out:
        for at, rows in enumerate(one.pages):
            number += 1
            with sheet.group("Sect"):
                _draw_page(sheet, one, rows, first=not at)
                foot(sheet, number, count)
                sheet.end_page()
    if not every:
        masthead(sheet, _("List"))
    return sheet.finish()


def _without_empty_columns(one: List) -> List:
    """Return a list without the columns that have nothing to read and nothing to write in."""
    used = [at for at, column in enumerate(one.columns) if column.by_hand or any(row[at] for row in one.rows)]
    columns = [one.columns[at] for at in used] if one.rows else one.columns
    rows: list[Row] = [[row[at] for at in used] for row in one.rows]
    return List(one.title, one.note, columns, rows, one.ticked)


@dataclass(frozen=True, slots=True)
class _Layout:
    """A list, the size of its type, the left edge and width of each column, and the rows of its pages."""

    content: List
    size: float
    places: tuple[tuple[Column, float, float], ...]
    pages: list[list[Row]]


def _fitted_layout(sheet: Sheet, one: List) -> _Layout:
    """Return the layout in the largest type that needs no more pages than the smallest."""
    layouts = {_MIN_SIZE: _layout_at_size(sheet, one, _MIN_SIZE)}

    def fits(size: float) -> bool:
        if size > _MIN_WRAP_SIZE and sum(_widths(sheet, one, size)) > _table_width(sheet, one):
            return False
        layouts[size] = _layout_at_size(sheet, one, size)
        return len(layouts[size].pages) <= len(layouts[_MIN_SIZE].pages)

    count = int((_MAX_SIZE - _MIN_SIZE) / _STEP)
    sizes = [_MAX_SIZE - _STEP * step for step in range(count)]
    at = bisect_left(sizes, True, key=fits)
    return layouts[sizes[at] if at < count else _MIN_SIZE]


def _layout_at_size(sheet: Sheet, one: List, size: float) -> _Layout:
    places = _placed_columns(sheet, one, size)
    heading = _HEADING + _NOTE_LEADING * max(len(_note_lines(sheet, one)) - 1, 0)
    deep = sheet.top - DEPTH - heading - sheet.bottom - FOOT
    blocks: list[list[Row]] = []
    for row in one.rows:
        if row[0] or not blocks:
            blocks.append([])
        blocks[-1].append(row)
    depths = [sum(_depth(sheet, places, row, size) for row in block) for block in blocks]
    if any(depth > deep for depth in depths):  # a block that needs more than a page is broken
        blocks = [[row] for row in one.rows]
        depths = [_depth(sheet, places, row, size) for row in one.rows]
    pages = paginate_evenly(range(len(blocks)), depths.__getitem__, deep + 0.01)
    return _Layout(one, size, places, [[row for at in page for row in blocks[at]] for page in pages])


def _depth(sheet: Sheet, places: Sequence[tuple[Column, float, float]], row: Row, size: float) -> float:
    """Return the depth of a row, which grows if a cell needs more lines."""
    cells = [
        _cell(sheet, column, text, size, wide)
        for (column, _left, wide), text in zip(places, row, strict=True)
    ]
    return max(size * _ROW, *(len(lines) * fits * LEADING + _CELL_PADDING for lines, fits in cells))


def _cell(sheet: Sheet, column: Column, text: str, size: float, wide: float) -> tuple[list[str], float]:
    """Return the lines of a cell and their size: that of the list, unless they would be very many."""
    lines = sheet.shaper.wrap_cell(text, _face(column), size, wide)
    if len(lines) <= _MAX_LINES:
        return lines, size
    return sheet.shaper.fit(text, _face(column), size, wide, inf)


def _face(column: Column) -> str:
    return FIGURES if column.figures else TEXT


def _table_width(sheet: Sheet, one: List) -> float:
    return sheet.right - sheet.left - (_TICK if one.ticked else 0)


def _widths(sheet: Sheet, one: List, size: float) -> list[float]:
    """Return how wide each column is with every cell on one line, the gap after it included."""
    found = []
    for at, column in enumerate(one.columns):
        words = [sheet.shaper.width(word, BOLD, _HEADING_SIZE) for word in column.heading.split(" ")]
        words.append(sheet.shaper.width(column.heading, BOLD, _HEADING_SIZE) * _HALF_HEADING)
        cells = [sheet.shaper.width(row[at], _face(column), size) for row in one.rows]
        least = _MIN_HAND_WIDTH if column.by_hand else 0.0
        found.append(max(least, *words, *cells, 0.0) + _GAP)
    return found


def _placed_columns(sheet: Sheet, one: List, size: float) -> tuple[tuple[Column, float, float], ...]:
    """Return each column with its left edge and its width.

    Columns of text share what is left; if there is too little, the widest of them are narrower.
    """
    wanted, room = _widths(sheet, one, size), _table_width(sheet, one)
    fixed = [column.figures or column.by_hand for column in one.columns]
    text = sum(wide for wide, firm in zip(wanted, fixed, strict=True) if not firm)
    free = room - (sum(wanted) - text)
    if all(fixed) or free < min(text, room / 4):  # too much that is written by hand: all share the room
        fixed = [column.figures and not all(fixed) for column in one.columns]
    flexible = [wide for wide, firm in zip(wanted, fixed, strict=True) if not firm]
    free = room - (sum(wanted) - sum(flexible))
    most = _max_column_width(sorted(flexible), free) if sum(flexible) > free else inf
    spare = max(free - sum(flexible), 0.0) / len(flexible) if flexible else 0.0
    left, places = sheet.right - room, []
    for column, wide, firm in zip(one.columns, wanted, fixed, strict=True):
        wide = wide if firm else min(wide, most) + spare
        places.append((column, left, wide - _GAP))
        left += wide
    return tuple(places)


def _max_column_width(widths: Sequence[float], room: float) -> float:
    """Return the width at which the widest of these (in order) are cut off so that all fit."""
    left = room
    for at, wide in enumerate(widths):
        share = left / (len(widths) - at)
        if wide > share:
            return max(share, _GAP * 2)
        left -= wide
    return inf


def _draw_page(sheet: Sheet, layout: _Layout, rows: Sequence[Row], *, first: bool) -> None:
    one, size, places = layout.content, layout.size, layout.places
    y = masthead(sheet, one.title, first=first, code=False) - 16
    for at, line in enumerate(_note_lines(sheet, one)):
        y -= _NOTE_LEADING if at else 0
        sheet.text(sheet.left, y, line, _NOTE, width=sheet.right - sheet.left, tag="P" if first else "")
    y -= 24
    with sheet.group("Table"):
        with sheet.group("TR"):
            for column, left, wide in places:
                x, align = (left + wide, RIGHT) if column.figures else (left, LEFT)
                sheet.text(
                    x, y, column.heading, _HEADING_SIZE, BOLD,
                    align=align, width=wide, height=26, tag="TH", attributes=COLUMN_HEADING,
                )  # fmt: skip
        y -= 8
        for row in rows:
            deep = _depth(sheet, places, row, size)
            middle = y - deep / 2
            sheet.rule(sheet.left, y, sheet.right, y, 0.6 if row[0] else 0.2)
            if one.ticked:
                sheet.box(sheet.left + 1, middle - 6.5, 13, 13)
            with sheet.group("TR"):
                for (column, left, wide), text in zip(places, row, strict=True):
                    x, align = (left + wide, RIGHT) if column.figures else (left, LEFT)
                    lines, fits = _cell(sheet, column, text, size, wide)
                    top = middle - fits * 0.34 + fits * LEADING * (len(lines) - 1) / 2
                    with sheet.tagged("TD"):
                        sheet.lines(x, top, lines, fits, _face(column), leading=fits * LEADING, align=align)
            y -= deep
        sheet.rule(sheet.left, y, sheet.right, y)
        _draw_column_lines(sheet, layout, y + sum(_depth(sheet, places, row, size) for row in rows), y)


def _draw_column_lines(sheet: Sheet, layout: _Layout, top: float, bottom: float) -> None:
    """Draw a line before each column that is written in by hand."""
    for column, left, _wide in layout.places:
        if column.by_hand:
            x = left - _GAP / 2
            sheet.rule(x, top, x, bottom, 0.4)


def _note_lines(sheet: Sheet, one: List) -> list[str]:
    return sheet.shaper.wrap(one.note, TEXT, _NOTE, sheet.right - sheet.left) if one.note else []
