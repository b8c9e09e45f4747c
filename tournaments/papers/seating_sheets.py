"""The seating of a round: by name for the players, by table for the organiser."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from django.utils.translation import gettext as _

from tournaments.papers.collation import collation_key, initial
from tournaments.papers.masthead import DEPTH, FOOT, foot, masthead
from tournaments.papers.page import CENTRE, LEFT, RIGHT, Sheet
from tournaments.papers.pagination import MIN_PAGE_SHARE, paginate, paginate_evenly
from tournaments.papers.structure import COLUMN_HEADING, ROW_HEADING
from tournaments.papers.text_shaping import BOLD, BOLD_FIGURES, LEADING, TEXT
from tournaments.papers.values import SeatRow, TableRow, TournamentHeader
from tournaments.papers.words import round_title

_Column = tuple[str, str, float, float]  # key, label, left, width
_TABLE_ROW, _HEADING, _LINE = 33.0, 20.0, 16.0
_GUTTER = 26.0
_IDLE_WIDTH = 4.4  # the room for the words of a person who does not play, by the size of a table's number
_SMALL_SIZE = 11.5  # how opponents and moves are written
_MOVE_SIZE = 10  # where from, below the seat
_ROW_SCALES = (0.97, 0.94, 0.91)  # how much closer rows are set to save a page
_PAIR = 2
_SEATS_PER_LINE = 3  # side by side; four if no table has more


@dataclass(frozen=True, slots=True)
class _Layout:
    """The number of columns, the depth of a row, the extra depth of a name on two lines, and the contents."""

    columns: int
    row: float
    second: float
    tab: float
    name: float
    table: float
    gutter: float = _GUTTER
    moves: bool = True  # against whom, and from where


_LARGE = _Layout(columns=2, row=34.0, second=14.0, tab=17.0, name=15, table=20)
_COMPACT = _Layout(columns=3, row=15.5, second=10.5, tab=13.0, name=11.5, table=13, gutter=16.0, moves=False)


def seating_by_name(
    header: TournamentHeader, number: int, rows: Iterable[SeatRow], label: str = "", *, compact: bool = False
) -> bytes:
    """Draw the round's seating by name, in alphabetical order, as a PDF file.

    ``compact``, if that saves a page: table and seat alone, in three columns; over a hundred people a page.
    """
    sheet = Sheet(header, _("Seating by name"))
    ordered = sorted(rows, key=lambda row: (collation_key(row.name), row.number))
    width = _column_width(sheet, _LARGE)
    at, pages = _paginate_names(sheet, ordered, _LARGE, width)
    if compact and len(pages) > 1:
        width = _column_width(sheet, _COMPACT)
        at, pages = _paginate_names(sheet, ordered, _COMPACT, width)
    for page, columns in enumerate(pages, 1):
        title = round_title(number, label)
        y = masthead(sheet, title, _("Where do I sit?"), pegs=range(1, number), first=page == 1)
        if page == 1:
            sheet.begin("Table")
        for place, column in enumerate(columns):
            left = sheet.left + place * (width + at.gutter)
            _name_headings(sheet, left, y - 6, width, at, first=page == 1 and place == 0)
            _name_column(sheet, column, left, y - _HEADING, width, at)
        foot(sheet, page, len(pages))
        sheet.end_page()
    sheet.end()
    return sheet.finish()


def _column_width(sheet: Sheet, at: _Layout) -> float:
    return (sheet.right - sheet.left - at.gutter * (at.columns - 1)) / at.columns


def _paginate_names(
    sheet: Sheet, rows: Sequence[SeatRow], at: _Layout, width: float
) -> tuple[_Layout, list[list[list[SeatRow]]]]:
    """Return the columns of each page, and the layout with the depth of its rows.

    If the last page had only a few names, rows are set closer if that saves the page; else all pages
    have about the same number. The columns of a last page have about the same depth.
    """
    room = sheet.top - DEPTH - _HEADING - sheet.bottom - FOOT + 0.01
    columns = paginate(rows, partial(_depth, sheet, at, width), room)
    pages = -(-len(columns) // at.columns)
    begun = columns[: (pages - 1) * at.columns]
    ending = sum(_depth(sheet, at, width, row) for column in columns[len(begun) :] for row in column)
    if begun and ending < room * at.columns * MIN_PAGE_SHARE:
        begun = []
        for closer in _ROW_SCALES:
            tighter = replace(at, row=at.row * closer)
            fewer = paginate(rows, partial(_depth, sheet, tighter, width), room)
            if len(fewer) <= (pages - 1) * at.columns:
                at, pages = tighter, pages - 1
                break
    count = at.columns if begun else pages * at.columns
    rest = rows[sum(map(len, begun)) :]
    columns = [*begun, *_even_columns(rest, [_depth(sheet, at, width, row) for row in rest], count, at.row)]
    return at, [columns[start : start + at.columns] for start in range(0, len(columns), at.columns)]


def _even_columns(
    rows: Sequence[SeatRow], depths: Sequence[float], count: int, step: float
) -> list[list[SeatRow]]:
    """Return so many columns of like depth."""
    deep = dict(zip(rows, depths, strict=True))
    room = max(sum(depths) / count, step)
    while len(found := paginate(rows, deep.__getitem__, room)) > count:
        room += step / 8
    return [*found, *([[]] * (count - len(found)))]


def _depth(sheet: Sheet, at: _Layout, width: float, row: SeatRow) -> float:
    """Return the depth of a row, which grows if a name or the opponents need several lines."""
    deep = at.row + at.second * (len(_name_lines(sheet, row, at, width)[0]) - 1)
    lines, size = _opponent_lines(sheet, row, at, width)
    return deep + size * LEADING * max(len(lines) - 1, 0)


def _name_lines(sheet: Sheet, row: SeatRow, at: _Layout, width: float) -> tuple[list[str], float]:
    """Return a name on one line or on several, and its size."""
    wide = width - at.tab - at.table * (_IDLE_WIDTH if row.idle else 3.5)
    return sheet.shaper.fit(row.name, BOLD, at.name, wide, inf)


def _name_headings(sheet: Sheet, left: float, y: float, width: float, at: _Layout, *, first: bool) -> None:
    size = 11 if at.moves else 9.5
    taken = sheet.shaper.width(_("Seat"), BOLD, size)
    labels = (
        (left + at.tab, _("Name"), 0.0),
        (left + width - max(at.table * 1.6, taken + 5), _("Table"), RIGHT),
        (left + width, _("Seat"), RIGHT),
    )
    tag = "TH" if first else ""
    with sheet.group("TR") if first else nullcontext():
        for x, label, align in labels:
            sheet.text(x, y - 6, label, size, BOLD, align=align, tag=tag, attributes=COLUMN_HEADING)
    sheet.rule(left, y - 12, left + width, y - 12, 1.0)


def _name_column(
    sheet: Sheet, rows: Sequence[SeatRow], left: float, y: float, width: float, at: _Layout
) -> None:
    letter = ""
    for row in rows:
        lines, size = _name_lines(sheet, row, at, width)
        top, y = y, y - _depth(sheet, at, width, row)
        first = top - (at.name * 1.14 if at.moves else at.row / 2 + at.name * 0.34)
        if letter != (letter := initial(row.name)):
            sheet.text(left, first, letter, at.name, BOLD)
        sheet.begin("TR")
        with sheet.tagged("TH", ROW_HEADING):
            sheet.lines(left + at.tab, first, lines, size, BOLD, leading=at.second)
            below, small = _opponent_lines(sheet, row, at, width)
            lowest = y + 5 + small * LEADING * (len(below) - 1)
            sheet.lines(left + at.tab, lowest, below, small, leading=small * LEADING)
        if row.idle:
            room = at.table * _IDLE_WIDTH - 6
            sheet.text(left + width, first, row.idle, at.name * 0.9, align=RIGHT, width=room, tag="TD")
            sheet.text(left + width, first, "", at.name, tag="TD")
            _end_row(sheet, left, y, width)
            continue
        with sheet.tagged("TD"):
            right = left + width - at.table * 1.6
            sheet.text(right, first - 1, str(row.table), at.table, BOLD_FIGURES, align=RIGHT, width=36)
            sheet.text(
                left + width, y + 4, _move(row) if at.moves else "", min(_MOVE_SIZE, small), align=RIGHT
            )
        _draw_seat_letter(
            sheet, row.letter, left + width - at.table * 0.55, first + at.name * 0.34, at.table / 22
        )
        _end_row(sheet, left, y, width)


def _end_row(sheet: Sheet, left: float, y: float, width: float) -> None:
    sheet.end()
    sheet.rule(left, y, left + width, y, 0.4)


def _opponent_lines(sheet: Sheet, row: SeatRow, at: _Layout, width: float) -> tuple[list[str], float]:
    """Return the lines of opponents and partners beside the move, and their size."""
    if not row.opponents or not at.moves:
        return [], _SMALL_SIZE
    words = {"name": ", ".join(row.opponents), "partner": ", ".join(row.partners)}
    below = (_("with %(partner)s, plays %(name)s") if row.partners else _("plays %(name)s")) % words
    aside = sheet.shaper.width(_move(row), TEXT, _SMALL_SIZE) + 6 if _move(row) else 0.0
    return sheet.shaper.fit(below, TEXT, _SMALL_SIZE, width - at.tab - aside, inf)


def _draw_seat_letter(sheet: Sheet, letter: str, x: float, y: float, scale: float) -> None:
    sheet.box(x - 10 * scale, y - 9 * scale, 20 * scale, 18 * scale, 1.0, 5 * scale)
    sheet.text(x, y - 5 * scale, letter, 14 * scale, BOLD, align=CENTRE, width=17, tag="TD")


def _move(row: SeatRow) -> str:
    if row.stays:
        return _("stays")
    if row.came_from is None:
        return ""
    if row.came_from == row.table:
        return _("changes seat")
    return _("from table %(table)d") % {"table": row.came_from}


@dataclass(frozen=True, slots=True)
class _DeskLayout:
    """The layout of the sheet by table: columns of tables side by side, the depth of a row, type, boxes."""

    columns: int
    row: float
    number: float
    name: float
    box: float


_DESK = _DeskLayout(columns=1, row=_TABLE_ROW, number=21, name=17, box=46)
_DESK_FOUR = _DeskLayout(columns=1, row=42.0, number=21, name=14, box=34)
_DESK_COMPACT = _DeskLayout(columns=2, row=22.0, number=13, name=10.5, box=32)


def seating_by_table(
    header: TournamentHeader,
    number: int,
    rows: Iterable[TableRow],
    label: str = "",
    *,
    idle: Sequence[str] = (),
    compact: bool = False,
) -> bytes:
    """Draw the seating in the order of the tables with an empty box for each result, then the `idle` names.

    The desk goes on with it when the computer does not. `compact`, where more than a page is needed: two
    tables side by side if two sit there, lower rows if four do.
    """
    by_number = sorted(rows, key=lambda row: (not row.table, row.table))  # people without a table come last
    most = max((len(row.seats) for row in by_number), default=0)
    noted = any(row.note for row in by_number)
    ordered = [line for row in by_number for line in _split_row(row, 4 if most == 4 else _SEATS_PER_LINE)]
    letters = sorted({letter for row in ordered for letter, _name in row.seats}) or ["A", "B"]
    sheet = Sheet(header, _("Seating by table"))
    large = _DESK_FOUR if len(letters) == 4 else _DESK
    compact = compact and len(ordered) > _rows_per_page(sheet, large)
    at = large
    if compact:
        at = _DESK_COMPACT if most <= _PAIR and not noted else _DESK
    width = (sheet.right - sheet.left - _GUTTER * (at.columns - 1)) / at.columns
    columns = [
        _table_columns(sheet.left + place * (width + _GUTTER), width, letters, at, noted=noted)
        for place in range(at.columns)
    ]
    size = _rows_per_page(sheet, at)
    pages = paginate_evenly(ordered, lambda _row: 1.0, size * at.columns)
    deep = -(-len(pages[-1]) // at.columns)
    lines = _paginate_idle(
        sheet, idle, room=_line_count((size - deep) * at.row), full=_line_count(size * at.row)
    )
    last, count = len(pages), len(pages) + len(lines) - 1  # the first idle names are below the last table
    title = round_title(number, label)
    for page in range(1, count + 1):
        y = masthead(sheet, title, _("By table"), pegs=range(1, number), first=page == 1)
        if page == 1:
            sheet.begin("Table")
        if page <= last:
            y = _draw_tables(sheet, columns, pages[page - 1], y - _HEADING, at, first=page == 1)
        if page == last:
            sheet.end()
        if page >= last:
            with sheet.tagged("P") if lines[page - last] else nullcontext():
                for line_at, line in enumerate(lines[page - last], 1):
                    sheet.text(sheet.left + 4, y - line_at * _LINE - 4, line, 12)
        foot(sheet, page, count)
        sheet.end_page()
    return sheet.finish()


def _rows_per_page(sheet: Sheet, at: _DeskLayout) -> int:
    return int((sheet.top - DEPTH - _HEADING - 6 - sheet.bottom - FOOT) // at.row)


def _draw_tables(
    sheet: Sheet,
    columns: Sequence[Sequence[_Column]],
    rows: Sequence[TableRow],
    y: float,
    at: _DeskLayout,
    *,
    first: bool,
) -> float:
    """Draw tables in columns of like depth; return the y below them."""
    deep = -(-len(rows) // at.columns)
    for place, column in enumerate(columns):
        some = rows[place * deep : (place + 1) * deep]
        below = _table_headings(sheet, column, y, at, first=first and not place) if some else y
        for row in some:
            below = _table_row(sheet, row, column, below, at)
    return y - 6 - deep * at.row


def _line_count(room: float) -> int:
    """Return how many lines of names take so much room."""
    return int(room // _LINE) - 1


def _paginate_idle(sheet: Sheet, names: Sequence[str], *, room: int, full: int) -> list[list[str]]:
    """Return lines with those who do not play: below the tables, then those of each page after them.

    Below the tables are all, if there is `room`, or none; a page of names alone takes `full` lines.
    """
    if not names:
        return [[]]
    sentence = _("Not playing in this game: %(names)s") % {"names": ", ".join(names)}
    wide = sheet.right - sheet.left - 8
    lines = sheet.shaper.wrap(sentence, TEXT, 12, wide, double_names_whole=True)
    pages = [lines[start : start + full] for start in range(0, len(lines), full)]
    return pages if len(lines) <= room else [[], *pages]


def _split_row(row: TableRow, across: int) -> Iterator[TableRow]:
    """Yield a table of more than `across` seats as several lines: D is under seat A, with its letter."""
    for start in range(0, len(row.seats), across):
        part = row.seats[start : start + across]
        if start:
            part = tuple(
                (column, f"{letter}  {name}")
                for (column, _name), (letter, name) in zip(row.seats, part, strict=False)
            )
        yield TableRow(row.table, part, row.note if not start else "", goes_on=bool(start))


def _table_columns(
    left: float, width: float, letters: Sequence[str], at: _DeskLayout, *, noted: bool
) -> list[_Column]:
    """Return (key, label, left, width) of the table's number, each seat, and notes if there are any."""
    four = len(letters) == 4
    table, note = (50.0, 70.0) if four else (70.0, 110.0)
    table = table if at.columns == 1 else 34.0
    note = note if noted else 0.0
    wide = (width - table - note) / len(letters)
    columns = [("table", _("Table"), left, table)]
    for place, letter in enumerate(letters):
        label = _("Seat %(letter)s") % {"letter": letter}
        columns.append((letter, label, left + table + place * wide, wide))
    if noted:
        columns.append(("note", _("Note"), left + width - note, note))
    return columns


def _table_headings(
    sheet: Sheet, columns: Sequence[_Column], y: float, at: _DeskLayout, *, first: bool
) -> float:
    tag, size = "TH" if first else "", 13 if at.columns == 1 else 10
    with sheet.group("TR") if first else nullcontext():
        for key, label, left, width in columns:
            x, align = (left + width / 2 - 4, CENTRE) if key == "table" else (left + 4, LEFT)
            sheet.text(
                x, y, label, size, BOLD, align=align, tag=tag, attributes=COLUMN_HEADING, width=width - 4
            )
    _draw_rule(sheet, columns, y - 6, 1.4)
    return y - 6


def _draw_rule(sheet: Sheet, columns: Sequence[_Column], y: float, weight: float) -> None:
    *_others, (_key, _label, left, width) = columns
    sheet.rule(columns[0][2], y, left + width, y, weight)


def _table_row(sheet: Sheet, row: TableRow, columns: Sequence[_Column], y: float, at: _DeskLayout) -> float:
    seats, middle = dict(row.seats), y - at.row / 2
    sheet.begin("TR")
    for key, _label, left, width in columns:
        if key == "table":
            x = left + width / 2 - 4
            number, size = str(row.table) if row.table else "\N{EN DASH}", at.number
            sheet.text(
                x, middle - size * 0.36, number, size, BOLD, align=CENTRE, tag="TH", attributes=ROW_HEADING
            )
        elif key == "note":
            sheet.text(left + 4, middle - 4.5, row.note, 12, width=width - 6, tag="TD")
        else:
            with sheet.tagged("TD"):
                name = seats.get(key, "")
                sheet.block(left + 4, middle, name, at.name, width - at.box - 10, height=at.row - 2)
            if key in seats and (len(seats) > 1 or row.goes_on):  # a person alone has a bye
                sheet.box(left + width - at.box - 3, middle - at.row * 0.39, at.box, at.row * 0.78, 0.7, 2)
    sheet.end()
    _draw_rule(sheet, columns, y - at.row, 0.4)
    return y - at.row
