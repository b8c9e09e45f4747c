"""Where everybody sits in a round: by name, for the players, and by table, for the hall."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from .collation import collation_key, initial
from .ink import BOLD, BOLD_FIGURES, TEXT
from .masthead import DEPTH, FOOT, foot, masthead
from .page import CENTRE, RIGHT, SMALLEST, Sheet
from .structure import COLUMN_HEADING, ROW_HEADING
from .values import DayHeader, SeatRow, TableRow
from .words import round_title, shorter_and_shorter

_NAME_ROW, _TABLE_ROW, _HEADING = 36.0, 33.0, 20.0
_COLUMNS, _GUTTER, _TAB = 2, 26.0, 17.0
_SMALL, _READABLE = 11.5, 0.87  # how small names are written before fewer of them are
_SEATS = 3  # side by side


def seating_by_name(header: DayHeader, number: int, rows: Iterable[SeatRow], label: str = "") -> bytes:
    """The round's seating by name (``sort`` where given), in alphabetical order, as a PDF file."""
    sheet = Sheet(header, _("Seating by name"))
    draw_by_name(sheet, number, rows, label)
    return sheet.finish()


def draw_by_name(sheet: Sheet, number: int, rows: Iterable[SeatRow], label: str = "") -> None:
    """The pages of the seating by name, on a sheet that may go on after them."""
    ordered = sorted(rows, key=lambda row: (collation_key(row.sort or row.name), row.number))
    depth = int((sheet.top - DEPTH - _HEADING - sheet.bottom - FOOT) // _NAME_ROW)
    pages = _pages(ordered, depth * _COLUMNS)
    for page, part in enumerate(pages, 1):
        title = round_title(number, label)
        y = masthead(sheet, title, _("Where do I sit?"), pegs=range(1, number), first=page == 1)
        if page == 1:
            sheet.begin("Table")
        depth = -(-len(part) // _COLUMNS)
        width = (sheet.right - sheet.left - _GUTTER) / _COLUMNS
        for column in range(_COLUMNS):
            left = sheet.left + column * (width + _GUTTER)
            _name_headings(sheet, left, y - 6, width, first=page == 1 and column == 0)
            _name_column(sheet, part[column * depth : (column + 1) * depth], left, y - _HEADING, width)
        foot(sheet, page, len(pages))
        sheet.end_page()
    sheet.end()


def _pages(rows: Sequence, size: int) -> list[Sequence]:
    return [rows[start : start + size] for start in range(0, len(rows), size)] or [()]


def _name_headings(sheet: Sheet, left: float, y: float, width: float, *, first: bool) -> None:
    labels = (
        (left + _TAB, _("Name"), 0.0),
        (left + width - 32, _("Table"), RIGHT),
        (left + width, _("Seat"), RIGHT),
    )
    if first:
        sheet.begin("TR")
    for x, label, align in labels:
        sheet.text(
            x, y - 6, label, 11, BOLD, align=align, tag="TH" if first else "", attributes=COLUMN_HEADING
        )
    if first:
        sheet.end()
    sheet.rule(left, y - 12, left + width, y - 12, 1.0)


def _name_column(sheet: Sheet, rows: Sequence[SeatRow], left: float, y: float, width: float) -> None:
    letter = ""
    for row in rows:
        y -= _NAME_ROW
        if letter != (letter := initial(row.sort or row.name)):
            sheet.text(left, y + 18, letter, 15, BOLD)
        sheet.begin("TR")
        moves, small = _move(row), _SMALL
        with sheet.tagged("TH", ROW_HEADING):
            x, wide = left + _TAB, width - _TAB - 66
            sheet.text(x, y + 19, row.name, 15, BOLD, width=wide)
            if row.opponents:
                said, small, room = _under_the_name(sheet, row, moves, width - _TAB)
                sheet.text(x, y + 5, said, _SMALL, width=room)
        with sheet.tagged("TD"):
            right = left + width - 32
            sheet.text(right, y + 17, str(row.table), 20, BOLD_FIGURES, align=RIGHT, width=36)
            sheet.text(left + width, y + 4, moves, small, align=RIGHT)
        _seat(sheet, row.letter, left + width - 11, y + 23.5)
        sheet.end()
        sheet.rule(left, y, left + width, y, 0.4)


def _under_the_name(sheet: Sheet, row: SeatRow, moves: str, width: float) -> tuple[str, float, float]:
    """Opponents beside the move, as small as both must be: the words, the size of the move, their room."""
    aside = sheet.ink.width(moves, TEXT, _SMALL) + 6 if moves else 0.0
    said = _with_whom(sheet, row, width - aside)
    needed = sheet.ink.width(said, TEXT, _SMALL) + aside
    scale = max(SMALLEST, min(1.0, width / needed))
    return said, _SMALL * scale, width - aside * scale


def _with_whom(sheet: Sheet, row: SeatRow, room: float) -> str:
    """Opponents and partners; where there is no room for all names, how many they are."""
    said = ""
    for names in shorter_and_shorter(row.opponents):
        words = {"name": names, "partner": ", ".join(row.partners)}
        said = (_("with %(partner)s, plays %(name)s") if row.partners else _("plays %(name)s")) % words
        if sheet.ink.width(said, TEXT, _SMALL * _READABLE) <= room:
            break
    return said


def _seat(sheet: Sheet, letter: str, x: float, y: float) -> None:
    sheet.box(x - 10, y - 9, 20, 18, 1.0, 5)
    sheet.text(x, y - 5, letter, 14, BOLD, align=CENTRE, width=17, tag="TD")


def _move(row: SeatRow) -> str:
    if row.stays:
        return _("stays")
    if row.came_from is None:
        return ""
    if row.came_from == row.table:
        return _("changes seat")
    return _("from table %(table)d") % {"table": row.came_from}


def seating_by_table(header: DayHeader, number: int, rows: Iterable[TableRow], label: str = "") -> bytes:
    """The round's seating in the order of the tables, as a PDF file."""
    ordered = [line for row in sorted(rows, key=lambda row: row.table) for line in _lines(row)]
    letters = sorted({letter for row in ordered for letter, _name in row.seats}) or ["A", "B"]
    sheet = Sheet(header, _("Seating by table"))
    noted = any(row.note for row in ordered)
    columns = _table_columns(sheet, letters, noted)
    pages = _pages(ordered, int((sheet.top - DEPTH - _HEADING - 6 - sheet.bottom - FOOT) // _TABLE_ROW))
    for page, part in enumerate(pages, 1):
        y = masthead(sheet, round_title(number, label), _("By table"), pegs=range(1, number), first=page == 1)
        if page == 1:
            sheet.begin("Table")
        y = _table_headings(sheet, columns, y - _HEADING, first=page == 1)
        for row in part:
            y = _table_row(sheet, row, columns, y)
        foot(sheet, page, len(pages))
        sheet.end_page()
    sheet.end()
    return sheet.finish()


def _lines(row: TableRow) -> Iterator[TableRow]:
    """A table of many on several lines: under seat A stands D, with its letter."""
    for start in range(0, len(row.seats), _SEATS):
        part = row.seats[start : start + _SEATS]
        if start:
            part = tuple(
                (column, f"{letter}  {name}")
                for (column, _name), (letter, name) in zip(row.seats, part, strict=False)
            )
        yield TableRow(row.table, part, row.note if not start else "")


def _table_columns(sheet: Sheet, letters: Sequence[str], noted: bool) -> list[tuple[str, str, float, float]]:
    """(key, label, left, width) of the table's number, each seat, and notes if there are any."""
    table, note = 70.0, 110.0 if noted else 0.0
    wide = (sheet.right - sheet.left - table - note) / len(letters)
    columns = [("table", _("Table"), sheet.left, table)]
    for place, letter in enumerate(letters):
        label = _("Seat %(letter)s") % {"letter": letter}
        columns.append((letter, label, sheet.left + table + place * wide, wide))
    if noted:
        columns.append(("note", _("Note"), sheet.right - note, note))
    return columns


def _table_headings(sheet: Sheet, columns: Sequence, y: float, *, first: bool) -> float:
    if first:
        sheet.begin("TR")
    for key, label, left, width in columns:
        x, align = (left + width / 2 - 4, CENTRE) if key == "table" else (left + 4, 0.0)
        sheet.text(x, y, label, 13, BOLD, align=align, tag="TH" if first else "", attributes=COLUMN_HEADING)
    if first:
        sheet.end()
    sheet.rule(sheet.left, y - 6, sheet.right, y - 6, 1.4)
    return y - 6


def _table_row(sheet: Sheet, row: TableRow, columns: Sequence, y: float) -> float:
    seats = dict(row.seats)
    sheet.begin("TR")
    for key, _label, left, width in columns:
        if key == "table":
            x = left + width / 2 - 4
            sheet.text(x, y - 24, str(row.table), 21, BOLD, align=CENTRE, tag="TH", attributes=ROW_HEADING)
        elif key == "note":
            sheet.text(left + 4, y - 21, row.note, 12, width=width - 6, tag="TD")
        else:
            with sheet.tagged("TD"):
                sheet.block(left + 4, y - _TABLE_ROW / 2, seats.get(key, ""), 17, width - 12)
    sheet.end()
    sheet.rule(sheet.left, y - _TABLE_ROW, sheet.right, y - _TABLE_ROW, 0.4)
    return y - _TABLE_ROW
