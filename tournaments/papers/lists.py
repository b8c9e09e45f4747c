"""Plain lists on paper: columns, rows, and a box to tick before each row."""

from collections.abc import Iterable, Sequence
from math import inf

from django.utils.translation import gettext as _

from tournaments.papers.masthead import DEPTH, FOOT, foot, masthead
from tournaments.papers.page import LEFT, RIGHT, Sheet
from tournaments.papers.structure import COLUMN_HEADING
from tournaments.papers.text_shaping import BOLD, FIGURES, LEADING, TEXT
from tournaments.papers.values import Column, DayHeader, List
from tournaments.papers.words import evenly_poured

_SIZE, _ROW, _HEADING, _TICK, _GAP = 13.0, 25.0, 52.0, 26.0, 12.0
_AIR = 6.0  # above and below the lines of a cell together
_TOLD, _TOLD_LEADING = 13.5, 17.0


def lists(header: DayHeader, every: Iterable[List]) -> bytes:
    """Return the lists as a PDF file, each beginning a page."""
    every = list(every)
    sheet = Sheet(header, every[0].title if every else _("List"))
    pages = [(one, rows, not at) for one in every for at, rows in enumerate(_pages(sheet, one))]
    for number, (one, rows, first) in enumerate(pages, 1):
        with sheet.group("Sect"):
            _draw_page(sheet, one, rows, first=first)
            foot(sheet, number, len(pages))
            sheet.end_page()
    if not pages:
        masthead(sheet, _("List"))
    return sheet.finish()


def _pages(sheet: Sheet, one: List) -> list[list[Sequence[str]]]:
    heading = _HEADING + _TOLD_LEADING * max(len(_total_lines(sheet, one)) - 1, 0)
    room = sheet.top - DEPTH - heading - sheet.bottom - FOOT
    places = _places(sheet, one)
    return evenly_poured(one.rows, lambda row: _depth(sheet, places, row), room + 0.01)


def _depth(sheet: Sheet, places: Sequence[tuple[Column, float, float]], row: Sequence[str]) -> float:
    """Return the depth of a row, which grows if a cell needs more lines."""
    lines = [
        sheet.shaper.fit(text, _face(column), _SIZE, wide, inf)
        for (column, _left, wide), text in zip(places, row, strict=True)
    ]
    return max(_ROW, *(len(cell) * size * LEADING + _AIR for cell, size in lines))


def _face(column: Column) -> str:
    return FIGURES if column.figures else TEXT


def _draw_page(sheet: Sheet, one: List, rows: Sequence[Sequence[str]], *, first: bool) -> None:
    y = masthead(sheet, one.title, first=first, code=False) - 16
    for at, line in enumerate(_total_lines(sheet, one)):
        y -= _TOLD_LEADING if at else 0
        sheet.text(sheet.left, y, line, _TOLD, width=sheet.right - sheet.left, tag="P" if first else "")
    y -= 24
    with sheet.group("Table"):
        with sheet.group("TR"):
            for column, left, wide in _places(sheet, one):
                _cell(sheet, column, column.heading, left, wide, y)
        y -= 8
        places = _places(sheet, one)
        for row in rows:
            deep = _depth(sheet, places, row)
            middle = y - deep / 2
            sheet.rule(sheet.left, y, sheet.right, y)
            if one.ticked:
                sheet.box(sheet.left + 1, middle - 6.5, 13, 13)
            with sheet.group("TR"):
                for (column, left, wide), text in zip(places, row, strict=True):
                    _cell(sheet, column, text, left, wide, middle - _SIZE * 0.34, height=inf)
            y -= deep
        sheet.rule(sheet.left, y, sheet.right, y)


def _total_lines(sheet: Sheet, one: List) -> list[str]:
    return sheet.shaper.wrap(one.told, TEXT, _TOLD, sheet.right - sheet.left) if one.told else []


def _places(sheet: Sheet, one: List) -> list[tuple[Column, float, float]]:
    """Return each column with its left edge and its width."""
    left = sheet.left + (_TICK if one.ticked else 0)
    scale = (sheet.right - left) / sum(column.share for column in one.columns)
    places = []
    for column in one.columns:
        wide = column.share * scale
        places.append((column, left, wide - _GAP))
        left += wide
    return places


def _cell(
    sheet: Sheet,
    column: Column,
    text: str,
    left: float,
    wide: float,
    y: float,
    *,
    height: float | None = None,
) -> None:
    """Draw a cell of a row of that height; without one, a heading."""
    face, size = (_face(column), _SIZE) if height else (BOLD, 11.0)
    tag, attributes = ("TD", "") if height else ("TH", COLUMN_HEADING)
    x, align = (left + wide, RIGHT) if column.figures else (left, LEFT)
    sheet.text(x, y, text, size, face, align=align, width=wide, tag=tag, attributes=attributes, height=height)
