"""Workbooks of Excel, new and old, and of LibreOffice: the sheets that hold anything, as rows of text.

A file is somebody else's: what it says of its size is not believed, and nothing is read beyond the limits. A
cell that is merged with those below it stands in each of them, as people read it.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scoring import Refusal
from tournaments.registration.cells import Most, Rows, cell

MOST_UNPACKED = 60_000_000
MOST_SHEETS = 12
MOST_MERGED = 5_000
NEVER_WORKED_OUT = "#CALC!"  # Excel's own word for a formula without a result
MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]{0,100}?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"')
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"

Sheets = Iterator[tuple[str, Rows]]
Block = tuple[int, int, int]  # a column, and the first and last row that are merged in it


def of_zip(content: bytes, megabytes: int, most: Most) -> Sheets:
    """The sheets of an .xlsx or .ods, by name. Raises `Refusal`; `megabytes` is the size that it names."""
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        if sum(part.file_size for part in parts.infolist()) > MOST_UNPACKED:
            raise Refusal("file_too_big", most=megabytes)
        if "content.xml" in parts.namelist():
            yield from _libre_office(parts, most)
        else:
            yield from _excel(content, parts, most)


def _excel(content: bytes, parts: zipfile.ZipFile, most: Most) -> Sheets:
    from openpyxl import load_workbook

    results = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    formulas = load_workbook(io.BytesIO(content), read_only=True)
    for sheet, written in zip(results.worksheets, formulas.worksheets, strict=True):
        rows = [
            [_result(*cells) for cells in zip(*row, strict=True)]
            for row in zip(_excel_rows(sheet, most), _excel_rows(written, most), strict=True)
        ]
        yield sheet.title, _filled_down(rows, _excel_blocks(parts.read(sheet._worksheet_path)))


def _excel_rows(sheet: Any, most: Most) -> Iterable[Sequence[Any]]:
    return sheet.iter_rows(max_row=most.rows + 1, max_col=most.columns)


def _result(result: Any, written: Any) -> str:
    """What a cell shows; a formula that no program has worked out yet is no empty cell."""
    if result.value is None and written.data_type == "f":
        return NEVER_WORKED_OUT
    return cell(result.value)


def _excel_blocks(part: bytes) -> Iterator[Block]:
    from openpyxl.utils import range_boundaries

    for found, _turn in zip(MERGED.finditer(part), range(MOST_MERGED), strict=False):
        left, top, _right, bottom = range_boundaries(found[1].decode())
        yield left - 1, top - 1, bottom - 1


def _filled_down(rows: Rows, blocks: Iterable[Block]) -> Rows:
    """Words of a merged cell in every row of it; a figure stays one: a fee for two is paid once."""
    for column, top, bottom in blocks:
        if bottom == top or top >= len(rows) or column >= len(rows[top]):
            continue
        words = rows[top][column]
        if re.match(r"[^\W\d_]", words):
            for row in rows[top + 1 : bottom + 1]:
                if column < len(row) and not row[column]:
                    row[column] = words
    return rows


def of_old_excel(content: bytes, most: Most) -> Sheets:
    """The sheets of an .xls."""
    import xlrd

    book = xlrd.open_workbook(
        file_contents=content, logfile=io.StringIO(), formatting_info=True, ragged_rows=True
    )
    for sheet in book.sheets():
        rows = [
            [_old_cell(book, each) for each in sheet.row(at)[: most.columns]]
            for at in range(min(sheet.nrows, most.rows + 1))
        ]
        blocks = [(left, top, below - 1) for top, below, left, _right in sheet.merged_cells[:MOST_MERGED]]
        yield sheet.name, _filled_down(rows, blocks)


def _old_cell(book: Any, each: Any) -> str:
    import xlrd

    if each.ctype == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code.get(each.value, NEVER_WORKED_OUT))
    if each.ctype == xlrd.XL_CELL_BOOLEAN:
        return cell(bool(each.value))
    if each.ctype == xlrd.XL_CELL_DATE:
        try:
            return cell(xlrd.xldate_as_datetime(each.value, book.datemode))
        except (ValueError, OverflowError):
            return cell(each.value)
    return cell(each.value)


def _libre_office(parts: zipfile.ZipFile, most: Most) -> Sheets:
    from defusedxml.ElementTree import iterparse

    name, reader = "", _LibreOfficeRows(most)
    with parts.open("content.xml") as xml:
        for event, element in iterparse(xml, events=("start", "end"), forbid_dtd=True):
            if event == "start" and element.tag == f"{TABLE}table":
                name, reader = element.get(f"{TABLE}name", ""), _LibreOfficeRows(most)
            elif event == "end" and element.tag == f"{TABLE}table-row":
                reader.read(element)
                element.clear()
            elif event == "end" and element.tag == f"{TABLE}table":
                yield name, _filled_down(reader.rows, reader.blocks)
                element.clear()


class _LibreOfficeRows:
    """The rows of one table. A row or a cell says how often it is repeated: believed up to the limits."""

    def __init__(self, most: Most) -> None:
        self.most = most
        self.rows: Rows = []
        self.blocks: list[Block] = []
        self._empty = 0

    def read(self, row: Any) -> None:
        """Add a row as often as it says; empty ones only where something follows them."""
        cells = self._cells(row)
        times = min(_number(row, "number-rows-repeated"), self.most.rows + 1)
        if not any(cells):
            self._empty = min(self._empty + times, self.most.rows + 1)
            return
        room = self.most.rows + 1 - len(self.rows)
        self.rows += [[""] * len(cells) for _ in range(min(self._empty, room))]
        self._empty, at = 0, len(self.rows)
        self.rows += [list(cells) for _ in range(min(times, self.most.rows + 1 - at))]
        spans = ((column, span) for column, span in self._spans if span > 1)
        for column, span in spans:
            if len(self.blocks) < MOST_MERGED:
                self.blocks.append((column, at, at + span - 1))

    def _cells(self, row: Any) -> list[str]:
        cells: list[str] = []
        self._spans: list[tuple[int, int]] = []
        for element in row:
            if element.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                continue
            if len(cells) >= self.most.columns:
                break
            self._spans.append((len(cells), min(_number(element, "number-rows-spanned"), self.most.rows)))
            times = min(_number(element, "number-columns-repeated"), self.most.columns - len(cells))
            cells += [_libre_office_cell(element)] * times
        return cells


def _number(element: Any, name: str) -> int:
    said = element.get(f"{TABLE}{name}", "1")
    return max(1, int(said)) if said.isdecimal() and len(said) < 10 else 1


def _libre_office_cell(element: Any) -> str:
    """What a cell shows; a figure and a date as they are kept, whatever they look like."""
    kind = element.get(f"{OFFICE}value-type", "")
    if kind == "boolean":
        return cell(element.get(f"{OFFICE}boolean-value") == "true")
    if kind == "date":
        return cell(element.get(f"{OFFICE}date-value", "")[:10])
    shown = " ".join(_text_of(part) for part in element if part.tag == f"{TEXT}p")
    if kind in ("float", "currency") and not shown.startswith("#"):
        return cell(_figure(element.get(f"{OFFICE}value", "")))
    return cell(shown)


def _text_of(paragraph: Any) -> str:
    """The text of a paragraph; what LibreOffice writes for a tab or the end of a line is a space."""
    parts = [paragraph.text or ""]
    for part in paragraph.iter():
        if part is not paragraph:
            gap = " " if part.tag in (f"{TEXT}s", f"{TEXT}tab", f"{TEXT}line-break") else ""
            parts += [gap, part.text or "", part.tail or ""]
    return "".join(parts)


def _figure(said: str) -> float | str:
    try:
        return float(said)
    except ValueError:
        return said
