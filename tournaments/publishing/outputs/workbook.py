"""XLSX: one workbook with a sheet for each table, its headings in bold and frozen."""

import io
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tournaments.common.spreadsheets.table import is_quoted, quote_formula
from tournaments.publishing.outputs.rows import TournamentData
from tournaments.publishing.outputs.tables import Table, tables

MAX_COLUMN_WIDTH = 60
CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def workbook_files(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield the workbook."""
    yield f"{data.slug}.xlsx", workbook_bytes(tables(data), data.name, data.made_at)


def workbook_bytes(sheets: list[Table], title: str, made_at: datetime) -> bytes:
    """Return tables as the sheets of a workbook. Text that begins like a formula is text.

    An apostrophe before such text is doubled: a list that is imported loses one.
    """
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.title = title
    book.properties.creator = "Cheville"
    moment = made_at.replace(tzinfo=None, microsecond=0)
    book.properties.created = book.properties.modified = moment
    for table in sheets:
        _fill(book.create_sheet(table.title[:31]), table)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _fill(sheet: Any, table: Table) -> None:
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    for at, values in enumerate(table.lines, start=1):
        for column, value in enumerate(values, start=1):
            if isinstance(value, str) and is_quoted(value):
                value = quote_formula(value)
            cell = sheet.cell(at, column, value if value != "" else None)
            if isinstance(value, str) and value:
                cell.data_type = "s"  # «=1+1» would be a formula
                cell.number_format = "@"  # and 00124 a number, once a user has typed it in place of 00123
    for column, heading in enumerate(table.headings, start=1):
        sheet.cell(1, column).font = Font(bold=True)
        longest = max([len(heading), *(len(str(row[column - 1] or "")) for row in table.rows)])
        sheet.column_dimensions[get_column_letter(column)].width = min(longest + 2, MAX_COLUMN_WIDTH)
    sheet.freeze_panes = "A2"
