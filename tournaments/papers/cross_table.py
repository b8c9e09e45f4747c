"""A cross-table for the wall: each against each, filled in or with empty squares to write in.

A large field takes several sheets. All of them have squares of the same size, so that they can be hung side
by side; each has the names and the numbers of its own lines and columns.
"""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.papers.masthead import DEPTH, FOOT, foot, masthead
from tournaments.papers.page import CENTRE, RIGHT, Sheet
from tournaments.papers.structure import COLUMN_HEADING, ROW_HEADING
from tournaments.papers.text_shaping import BOLD, BOLD_FIGURES, FIGURES, TEXT
from tournaments.papers.values import CrossLine, CrossScore, TournamentHeader

_MIN_SQUARE, _MAX_SQUARE = (30.0, 28.0), (66.0, 54.0)  # width and height of a square
_NUMBER, _FIGURE = 34.0, 46.0  # widths: of the number of a line, of a total
_NAME_WIDTHS, _NAME_SIZE = (96.0, 178.0), 14.0  # the least and the most width of the names, their type
_NOTE, _HEADING = 20.0, 30.0  # depths
_SELF_SQUARE = "q 0.82 g {:.2f} {:.2f} {:.2f} {:.2f} re f Q"


class _Layout(NamedTuple):
    """The width of the names, width and height of a square, and how many lines and columns a sheet has."""

    names: float
    wide: float
    high: float
    down: int
    across: int


def cross_table(
    header: TournamentHeader,
    lines: Sequence[CrossLine],
    note: str,
    headings: Sequence[str],
    *,
    state: str = "",
) -> bytes:
    """Return the table as a PDF file; `headings` are those of the totals, at the right end."""
    sheet = Sheet(header, _("Cross-table"), landscape=True)
    at = _fitted_layout(sheet, lines, len(headings))
    under = note
    if at.across < len(lines):
        under += " " + _("The sheets hang side by side, %(count)s in a row.") % {
            "count": ceil(len(lines) / at.across)
        }
    starts = [
        (down, across) for down in range(0, len(lines), at.down) for across in range(0, len(lines), at.across)
    ]
    for number, (down, across) in enumerate(starts, 1):
        some = lines[down : down + at.down]
        columns = range(across, min(across + at.across, len(lines)))
        with sheet.group("Sect"):
            y = masthead(sheet, _("Cross-table"), state, first=number == 1) - 14
            sheet.text(
                sheet.left, y, under, 12, width=sheet.right - sheet.left, tag="P" if number == 1 else ""
            )
            totals = headings if columns[-1] == len(lines) - 1 else ()
            with sheet.group("Table"):
                _draw(sheet, at, some, [(place, lines[place].number) for place in columns], totals, y - 6)
            foot(sheet, number, len(starts))
            sheet.end_page()
    return sheet.finish()


def _fitted_layout(sheet: Sheet, lines: Sequence[CrossLine], totals: int) -> _Layout:
    """Return the layout on as few sheets as legible squares need, with about as many lines on each."""
    longest = max((sheet.shaper.width(line.name, TEXT, _NAME_SIZE) for line in lines), default=0.0) + 10
    names = min(max(longest, _NAME_WIDTHS[0]), _NAME_WIDTHS[1])
    room, taken = sheet.right - sheet.left - _NUMBER - names, totals * _FIGURE
    deep, count = sheet.top - DEPTH - _NOTE - _HEADING - sheet.bottom - FOOT, max(len(lines), 1)
    sheets = ceil((count * _MIN_SQUARE[0] + taken) / room)

    def width(across: int) -> float:
        """Return the width of squares with so many on a sheet; the last sheet has the totals as well."""
        on_the_last = max(count - (sheets - 1) * across, 1)
        return min(room / across, (room - taken) / on_the_last, _MAX_SQUARE[0])

    across = max(range(ceil(count / sheets), count + 1), key=width)
    down = ceil(count / ceil(count / (deep // _MIN_SQUARE[1])))
    return _Layout(names, width(across), min(deep / down, _MAX_SQUARE[1]), down, across)


def _draw(
    sheet: Sheet,
    at: _Layout,
    lines: Sequence[CrossLine],
    columns: Sequence[tuple[int, int]],
    totals: Sequence[str],
    y: float,
) -> None:
    """Draw these lines with these columns, given as (place among the lines, number), from y downwards."""
    start = sheet.left + _NUMBER + at.names
    edges = [start + place * at.wide for place in range(len(columns) + 1)]
    edges += [edges[-1] + place * _FIGURE for place in range(1, len(totals) + 1)]
    with sheet.group("TR"):
        _heading(sheet, sheet.left + _NUMBER / 2, y, "", _NUMBER)
        _heading(sheet, sheet.left + _NUMBER + at.names / 2, y, _("Name"), at.names)
        for (_place, number), left in zip(columns, edges, strict=False):
            _heading(sheet, left + at.wide / 2, y, str(number), at.wide)
        for word, left in zip(totals, edges[len(columns) :], strict=False):
            _heading(sheet, left + _FIGURE / 2, y, word, _FIGURE)
    top = y = y - _HEADING
    for line in lines:
        sheet.rule(sheet.left, y, edges[-1], y, 0.7)
        with sheet.group("TR"):
            _line(sheet, at, line, columns, edges, y, totals=bool(totals))
        y -= at.high
    sheet.rule(sheet.left, y, edges[-1], y, 1.4)
    sheet.rule(sheet.left, top, edges[-1], top, 1.4)
    for x in (sheet.left, *edges[1:-1]):
        sheet.rule(x, top, x, y, 0.7)
    for x in (start, edges[len(columns)], edges[-1]):
        sheet.rule(x, top, x, y, 1.4)


def _heading(sheet: Sheet, middle: float, y: float, text: str, width: float) -> None:
    size = 14 if text.isdecimal() else 11
    sheet.text(
        middle, y - _HEADING + 9, text, size, BOLD,
        align=CENTRE, width=width - 4, height=24, tag="TH", attributes=COLUMN_HEADING,
    )  # fmt: skip


def _line(
    sheet: Sheet,
    at: _Layout,
    line: CrossLine,
    columns: Sequence[tuple[int, int]],
    edges: Sequence[float],
    y: float,
    *,
    totals: bool,
) -> None:
    middle = y - at.high / 2
    baseline = middle - _NAME_SIZE * 0.36
    sheet.text(sheet.left + _NUMBER - 6, baseline, str(line.number), _NAME_SIZE, BOLD, align=RIGHT, tag="TD")
    sheet.text(
        sheet.left + _NUMBER + 2, middle - _NAME_SIZE * 0.34, line.name, _NAME_SIZE,
        width=at.names - 6, height=at.high - 2, tag="TH", attributes=ROW_HEADING,
    )  # fmt: skip
    for (place, _number), left in zip(columns, edges, strict=False):
        cell = line.cells[place]
        if cell is None:
            sheet.draw(_SELF_SQUARE.format(left, y - at.high, at.wide, at.high))
            sheet.add_empty_cell()
        else:
            _square(sheet, at, cell, left + at.wide / 2, middle)
    if totals:
        for text, left in zip(line.figures, edges[len(columns) :], strict=False):
            sheet.text(
                left + _FIGURE / 2,
                baseline,
                text,
                _NAME_SIZE,
                BOLD_FIGURES,
                align=CENTRE,
                width=_FIGURE - 4,
                tag="TD",
            )


def _square(sheet: Sheet, at: _Layout, games: Sequence[CrossScore], x: float, middle: float) -> None:
    """Draw one game large, the own score over the other; several games a line each."""
    if not games:
        sheet.add_empty_cell()
        return
    wide = at.wide - 4
    with sheet.tagged("TD"):
        if len(games) == 1:
            game, size = games[0], min(at.high * 0.42, 19.0)
            face = BOLD_FIGURES if game.won else FIGURES
            if not game.other:
                sheet.text(x, middle - size * 0.36, game.own, size, face, align=CENTRE, width=wide)
                return
            sheet.text(x, middle + 1, game.own, size, face, align=CENTRE, width=wide)
            sheet.text(x, middle - size * 0.85, game.other, size * 0.72, FIGURES, align=CENTRE, width=wide)
            return
        deep = (at.high - 4) / len(games)
        size = min(deep * 0.85, 13.0)
        for place, game in enumerate(games):
            y = middle + at.high / 2 - 2 - deep * (place + 0.5) - size * 0.36
            text = f"{game.own}\N{EN DASH}{game.other}" if game.other else game.own
            sheet.text(x, y, text, size, BOLD_FIGURES if game.won else FIGURES, align=CENTRE, width=wide)
