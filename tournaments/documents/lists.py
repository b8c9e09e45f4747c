"""Plain lists on paper: columns, rows, and a box to tick before each row."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from .masthead import DEPTH, FOOT, foot, masthead
from .page import LEFT, RIGHT, Sheet
from .structure import COLUMN_HEADING
from .text_shaping import BOLD, FIGURES, TEXT
from .values import Column, DayHeader, List

_SIZE, _ROW, _HEADING, _TICK, _GAP = 13.0, 25.0, 52.0, 26.0, 12.0
_TOLD, _TOLD_LEADING = 13.5, 17.0


def lists(header: DayHeader, every: Iterable[List]) -> bytes:
    """Return the lists as a PDF file, each beginning a page."""
    every = list(every)
    sheet = Sheet(header, every[0].title if every else _("List"))
    pages = [(one, rows, not at) for one in every for at, rows in enumerate(_pages(sheet, one))]
    for number, (one, rows, first) in enumerate(pages, 1):
        with sheet.group("Sect"):
            _page(sheet, one, rows, first=first)
            foot(sheet, number, len(pages))
            sheet.end_page()
    if not pages:
        masthead(sheet, _("List"))
    return sheet.finish()


def _pages(sheet: Sheet, one: List) -> list[Sequence[Sequence[str]]]:
    heading = _HEADING + _TOLD_LEADING * max(len(_told(sheet, one)) - 1, 0)
    a_page = int((sheet.top - DEPTH - heading - sheet.bottom - FOOT) // _ROW)
    return [one.rows[start : start + a_page] for start in range(0, len(one.rows), a_page)] or [[]]


def _page(sheet: Sheet, one: List, rows: Sequence[Sequence[str]], *, first: bool) -> None:
    y = masthead(sheet, one.title, first=first, code=False) - 16
    for at, line in enumerate(_told(sheet, one)):
        y -= _TOLD_LEADING if at else 0
        sheet.text(sheet.left, y, line, _TOLD, width=sheet.right - sheet.left, tag="P" if first else "")
    y -= 24
    with sheet.group("Table"):
        with sheet.group("TR"):
            for column, left, wide in _places(sheet, one):
                _cell(sheet, column, column.heading, left, wide, y, heading=True)
        y -= 8
        for row in rows:
            sheet.rule(sheet.left, y, sheet.right, y)
            if one.ticked:
                sheet.box(sheet.left + 1, y - 19, 13, 13)
            with sheet.group("TR"):
                for (column, left, wide), text in zip(_places(sheet, one), row, strict=True):
                    _cell(sheet, column, text, left, wide, y - 17)
            y -= _ROW
        sheet.rule(sheet.left, y, sheet.right, y)


def _told(sheet: Sheet, one: List) -> list[str]:
    """What a list comes to, line by line."""
    return sheet.shaper.wrap(one.told, TEXT, _TOLD, sheet.right - sheet.left) if one.told else []


def _places(sheet: Sheet, one: List) -> list[tuple[Column, float, float]]:
    """Each column with its left edge and its width."""
    left = sheet.left + (_TICK if one.ticked else 0)
    scale = (sheet.right - left) / sum(column.share for column in one.columns)
    places = []
    for column in one.columns:
        wide = column.share * scale
        places.append((column, left, wide - _GAP))
        left += wide
    return places


def _cell(
    sheet: Sheet, column: Column, text: str, left: float, wide: float, y: float, *, heading: bool = False
) -> None:
    face = BOLD if heading else FIGURES if column.figures else TEXT
    size = 11.0 if heading else _SIZE
    tag, attributes = ("TH", COLUMN_HEADING) if heading else ("TD", "")
    x, align = (left + wide, RIGHT) if column.figures else (left, LEFT)
    sheet.text(x, y, text, size, face, align=align, width=wide, tag=tag, attributes=attributes)
