"""The standings of many people on paper: two columns of names and figures, and an index of names."""

from collections.abc import Callable, Sequence
from functools import partial

from django.utils.translation import gettext as _

from tournaments.papers.collation import collation_key, initial
from tournaments.papers.masthead import DEPTH, FOOT, foot, masthead
from tournaments.papers.page import CENTRE, LEFT, RIGHT, Sheet
from tournaments.papers.pagination import paginate, paginate_evenly
from tournaments.papers.standings_words import (
    MEDALS,
    TEXTS,
    columns,
    figures,
    pegs,
    ranking_column,
    subtitle,
)
from tournaments.papers.structure import COLUMN_HEADING, ROW_HEADING
from tournaments.papers.text_shaping import BOLD, BOLD_FIGURES, FIGURES, LEADING, TEXT
from tournaments.papers.values import StandingRow, StandingsState, TournamentHeader

_SIZE, _ROW, _NOTE, _HEADING, _GUTTER = 12.0, 16.0, 10.0, 34.0, 22.0
_RANK, _NAME, _FIGURE = 30.0, 112.0, 38.0  # widths: of the rank, the least of a name, of a figure
_COLUMNS = 2
_INDEX_COLUMNS, _MIN_INDEXED = 3, 60  # with more people than this
_LETTER_WIDTH, _RANK_WIDTH = 14.0, 28.0  # in the index: the letter before the names, the rank behind them

_Column = tuple[str, str, float, float]  # name, heading, left, width


def small_standings(sheet: Sheet, rows: Sequence[StandingRow], state: StandingsState) -> bytes:
    """Draw the standings in two columns, in the order given; of many people also an index of the names."""
    header, width = sheet.header, (sheet.right - sheet.left - _GUTTER) / 2
    layout = _columns(header, state, rows, width)
    room = sheet.top - DEPTH - _HEADING - sheet.bottom - FOOT
    piles = paginate(rows, lambda row: _depth(sheet, layout, row), room + 0.01)
    whole = len(piles) - 1 - (len(piles) - 1) % 2
    last = [row for pile in piles[whole:] for row in pile]
    piles = piles[:whole] + _last_page_columns(sheet, layout, last, room + 0.01)
    pages = [piles[at : at + 2] for at in range(0, len(piles), 2)]
    indexed = _index_pages(sheet, rows) if len(rows) > _MIN_INDEXED else []
    count = len(pages) + len(indexed)
    for number, page in enumerate(pages, 1):
        y = masthead(sheet, _("Standings"), subtitle(state), pegs=pegs(header, state), first=number == 1)
        if number == 1:
            sheet.begin("Table")
        for place, pile in enumerate(page):
            left = sheet.left + place * (width + _GUTTER)
            below = _headings(sheet, layout, left, y, first=number == 1 and not place)
            for row in pile:
                below = _row(sheet, layout, row, left, below)
        foot(sheet, number, count)
        sheet.end_page()
    sheet.end()
    _draw_index(sheet, indexed, len(pages), count, subtitle(state))
    return sheet.finish()


def _last_page_columns(
    sheet: Sheet, layout: Sequence[_Column], rows: list[StandingRow], room: float
) -> list[list[StandingRow]]:
    """Return the rows of the last page in two columns that are as low as they can be, within the room."""
    depths = [_depth(sheet, layout, row) for row in rows]
    low, high = 0.0, room
    for _step in range(12):
        middle = (low + high) / 2
        if len(paginate(range(len(rows)), depths.__getitem__, middle)) <= _COLUMNS:
            high = middle
        else:
            low = middle
    return [[rows[at] for at in pile] for pile in paginate(range(len(rows)), depths.__getitem__, high)]


def _columns(
    header: TournamentHeader, state: StandingsState, rows: Sequence[StandingRow], width: float
) -> list[_Column]:
    """Return rank, name, and as many figures as have room: the one that ranks, then in their order."""
    every = columns(header, state, rows)
    ranks_by = ranking_column(header)
    of_figures = [(name, heading) for name, heading, _share in every if name not in TEXTS]
    by_weight = sorted(of_figures, key=lambda one: one[0] != ranks_by)
    kept = {name for name, _heading in by_weight[: int((width - _RANK - _NAME) // _FIGURE)]}
    of_figures = [one for one in of_figures if one[0] in kept]
    name_width = width - _RANK - _FIGURE * len(of_figures)
    found = [("rank", _("Rank"), 0.0, _RANK), ("name", _("Name"), _RANK, name_width)]
    left = _RANK + name_width
    for name, heading in of_figures:
        found.append((name, heading, left, _FIGURE))
        left += _FIGURE
    return found


def _name(sheet: Sheet, layout: Sequence[_Column], row: StandingRow) -> list[str]:
    return sheet.shaper.wrap_cell(row.name, name_face(row), _SIZE, layout[1][3] - 6)


def _notes(sheet: Sheet, layout: Sequence[_Column], row: StandingRow) -> list[str]:
    wide = sum(width for _name, _heading, _left, width in layout) - _RANK - 6
    return [line for note in row.notes for line in sheet.shaper.wrap(note, TEXT, _NOTE, wide)]


def _depth(sheet: Sheet, layout: Sequence[_Column], row: StandingRow) -> float:
    deep = _name_depth(_name(sheet, layout, row))
    notes = len(_notes(sheet, layout, row)) * _NOTE * LEADING
    return deep + (notes + 2 if notes else 0)


def _name_depth(lines: Sequence[str]) -> float:
    """Return the depth of a row with a name of so many lines."""
    return _ROW + (len(lines) - 1) * _SIZE * LEADING


def name_face(row: StandingRow) -> str:
    """Return the type of a name: bold for those who have a medal."""
    return BOLD if row.rank is not None and row.rank <= MEDALS else TEXT


def _headings(sheet: Sheet, layout: Sequence[_Column], left: float, y: float, *, first: bool) -> float:
    if first:
        sheet.begin("TR")
    for name, heading, at, width in layout:
        x, align = (left + at + width - 4, RIGHT) if name not in TEXTS else (left + at + 3, LEFT)
        sheet.text(
            x, y - _HEADING + 12, heading, 10, BOLD,
            align=align, width=width - 4, height=24, tag="TH" if first else "", attributes=COLUMN_HEADING,
        )  # fmt: skip
    if first:
        sheet.end()
    *_others, (_last, _heading, at, width) = layout
    sheet.rule(left, y - _HEADING + 4, left + at + width, y - _HEADING + 4, 1.2)
    return y - _HEADING + 4


def _row(sheet: Sheet, layout: Sequence[_Column], row: StandingRow, left: float, y: float) -> float:
    shown, ranks_by = figures(row, sheet.header.language), ranking_column(sheet.header)
    lines, notes = _name(sheet, layout, row), _notes(sheet, layout, row)
    high = _name_depth(lines)
    baseline = y - high / 2 - _SIZE * 0.34
    sheet.begin("TR")
    for name, _heading, at, width in layout:
        if name == "rank":
            rank = str(row.rank or "\N{EN DASH}")
            sheet.text(
                left + at + width / 2, baseline, rank, _SIZE, BOLD, align=CENTRE, width=width - 4, tag="TD"
            )
        elif name == "name":
            first = baseline + _SIZE * LEADING * (len(lines) - 1) / 2
            with sheet.tagged("TH", ROW_HEADING):
                sheet.lines(left + at + 3, first, lines, _SIZE, name_face(row), leading=_SIZE * LEADING)
                sheet.lines(left + at + 3, y - high - _NOTE * 0.8, notes, _NOTE, leading=_NOTE * LEADING)
        else:
            face = BOLD_FIGURES if name == ranks_by else FIGURES
            sheet.text(
                left + at + width - 4,
                baseline,
                shown[name],
                _SIZE,
                face,
                align=RIGHT,
                width=width - 3,
                tag="TD",
            )
    sheet.end()
    y -= _depth(sheet, layout, row)
    *_others, (_last, _heading, at, width) = layout
    sheet.rule(left, y, left + at + width, y, 0.4)
    return y


# The index


def _index_pages(sheet: Sheet, rows: Sequence[StandingRow]) -> list[list[list[StandingRow]]]:
    """Return the columns of each page, in the order of the alphabet."""
    ordered = sorted(rows, key=lambda row: (collation_key(row.listed or row.name), row.rank or 0))
    room, deep = sheet.top - DEPTH - 14 - sheet.bottom - FOOT, partial(_index_depth, sheet)
    pages = paginate_evenly(ordered, deep, room * _INDEX_COLUMNS - _ROW * _INDEX_COLUMNS)
    return [_level_columns(page, deep, sum(map(deep, page)) / _INDEX_COLUMNS) for page in pages]


def _level_columns(
    rows: Sequence[StandingRow], deep: Callable[[StandingRow], float], room: float
) -> list[list[StandingRow]]:
    """Return the rows in the columns of a page, as low as they can be."""
    while len(columns := paginate(rows, deep, room)) > _INDEX_COLUMNS:
        room += _ROW / 4
    return columns


def _index_width(sheet: Sheet) -> float:
    return (sheet.right - sheet.left - 16 * (_INDEX_COLUMNS - 1)) / _INDEX_COLUMNS


def _index_name(sheet: Sheet, row: StandingRow) -> list[str]:
    room = _index_width(sheet) - _LETTER_WIDTH - _RANK_WIDTH
    return sheet.shaper.wrap_cell(row.listed or row.name, TEXT, _SIZE, room)


def _index_depth(sheet: Sheet, row: StandingRow) -> float:
    return _name_depth(_index_name(sheet, row))


def _draw_index(
    sheet: Sheet, pages: Sequence[Sequence[Sequence[StandingRow]]], before: int, count: int, state: str
) -> None:
    """Draw the names in the order of the alphabet, each with the rank."""
    if not pages:
        return
    for number, page in enumerate(pages, 1):
        title = _("Standings by name")
        y = masthead(sheet, title, state, first=number == 1) - 10
        if number == 1:
            sheet.begin("Table")
        for place, column in enumerate(page):
            _index_column(sheet, column, sheet.left + place * (_index_width(sheet) + 16), y)
        foot(sheet, before + number, count)
        sheet.end_page()
    sheet.end()


def _index_column(sheet: Sheet, rows: Sequence[StandingRow], left: float, y: float) -> None:
    letter, width = "", _index_width(sheet)
    for row in rows:
        lines, baseline = _index_name(sheet, row), y - _ROW / 2 - _SIZE * 0.34
        if letter != (letter := initial(row.listed or row.name)):
            sheet.text(left, baseline, letter, _SIZE, BOLD)
        sheet.begin("TR")
        with sheet.tagged("TH", ROW_HEADING):
            sheet.lines(left + _LETTER_WIDTH, baseline, lines, _SIZE, leading=_SIZE * LEADING)
        rank = str(row.rank or "\N{EN DASH}")
        sheet.text(
            left + width, baseline, rank, _SIZE, BOLD_FIGURES, align=RIGHT, width=_RANK_WIDTH - 2, tag="TD"
        )
        sheet.end()
        y -= _name_depth(lines)
        sheet.rule(left, y, left + width, y, 0.3)
