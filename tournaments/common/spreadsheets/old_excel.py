"""Workbooks of old Excel, .xls, sheet by sheet."""

import io
from typing import Any

from tournaments.common.spreadsheets import number_formats
from tournaments.common.spreadsheets.table import UNCOMPUTED_FORMULA, ListLimits, Table, Tables, cell


def tables(content: bytes, most: ListLimits) -> Tables:
    """Yield the name and the rows of each sheet."""
    import xlrd

    book = xlrd.open_workbook(
        file_contents=content,
        logfile=io.StringIO(),
        formatting_info=True,
        ragged_rows=True,
        on_demand=True,
    )
    for number, name in enumerate(book.sheet_names()):
        sheet = book.sheet_by_index(number)
        table = _table(book, sheet, most)
        table.is_hidden = bool(sheet.visibility)
        yield name, table
        book.unload_sheet(number)


def _table(book: Any, sheet: Any, most: ListLimits) -> Table:
    table = Table(most)
    for top, below, column, _right in sheet.merged_cells:
        table.merge(column, top, below - 1)
    for number in range(sheet.nrows):
        row = sheet.row(number)[: most.columns]
        known = sheet.rowinfo_map.get(number)
        cells = {column: _cell(book, each) for column, each in enumerate(row)}
        table.add(number, cells, hidden=bool(known and known.hidden))
        if table.is_too_long:
            break
    return table


def _cell(book: Any, each: Any) -> str:
    import xlrd

    if each.ctype == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code.get(each.value, UNCOMPUTED_FORMULA))
    if each.ctype == xlrd.XL_CELL_BOOLEAN:
        return cell(bool(each.value))
    if each.ctype == xlrd.XL_CELL_DATE:
        return number_formats.displayed_date(each.value, from_1904=bool(book.datemode))
    code = book.format_map[book.xf_list[each.xf_index].format_key].format_str
    if each.ctype == xlrd.XL_CELL_NUMBER:
        return number_formats.displayed_number(each.value, code)
    return number_formats.displayed_text(cell(each.value), code)
