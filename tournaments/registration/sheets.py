"""Lists as people have them, read into rows of text; and rows written as French Excel reads them.

CSV is tried as UTF-16 (with its mark), UTF-8 and cp1252, in this order: programs that guess encodings take a
French list for one in a Slavic language. The separator is counted: `csv.Sniffer` takes the apostrophes of
O'Brien and L'Écuyer for quotation marks.
"""

import csv
import io
import zipfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from scoring import Refusal
from tournaments import incoming

MOST_BYTES = 2_000_000
MOST_UNPACKED = 60_000_000
MOST_ROWS = 800
MOST_COLUMNS = 30
MOST_LETTERS = 200
SEPARATORS = ";\t,"
OLD_EXCEL = bytes.fromhex("d0cf11e0a1b11ae1")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
NEVER_WORKED_OUT = "#CALC!"  # Excel's own word for a formula without a result

Rows = list[list[str]]


def read_file(content: bytes) -> Rows:
    """The rows of a CSV or XLSX file, as its own numbering counts them. Raises `Refusal`."""
    if not content.strip():
        raise Refusal("file_empty")
    if len(content) > MOST_BYTES:
        raise Refusal("file_too_big", most=MOST_BYTES // 1_000_000)
    if content.startswith(OLD_EXCEL):
        raise Refusal("file_old_excel")
    rows = _workbook(content) if content.startswith(b"PK") else read_text(decoded(content))
    return _checked(rows)


def read_text(text: str) -> Rows:
    """The rows of a pasted list or of a CSV file. Raises `Refusal`."""
    text = text.lstrip("\ufeff")
    if any(ord(char) < 32 and char not in "\t\r\n\v\f" for char in text.rstrip("\x1a")):
        raise Refusal("file_not_a_list")
    text = text.rstrip("\x1a").replace("\v", " ").replace("\f", " ")
    if not text.strip():
        raise Refusal("file_empty")
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text))
        rows = [[_cell(cell) for cell in row] for row in reader]
    except csv.Error as error:
        raise Refusal("file_not_a_list") from error
    return _checked(rows)


def decoded(content: bytes) -> str:
    """The text of a CSV file. Raises `Refusal` for what is no text."""
    wide = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    encodings = ["utf-16"] if wide else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Refusal("file_not_a_list")


def _separator(text: str) -> str:
    """What stands in most lines outside quotation marks; a semicolon before a tab before a comma."""
    lines = ["".join(line.split('"')[::2]) for line in text.splitlines()[:60]]
    return max(SEPARATORS, key=lambda mark: (sum(mark in line for line in lines), -SEPARATORS.index(mark)))


def _checked(rows: Rows) -> Rows:
    while rows and not any(rows[-1]):
        rows.pop()
    if not rows:
        raise Refusal("file_empty")
    if len(rows) > MOST_ROWS:
        raise Refusal("file_too_many_rows", most=MOST_ROWS)
    filled = max(index for row in rows for index, cell in enumerate(row, start=1) if cell)
    width = min(MOST_COLUMNS, filled)
    return [(row + [""] * width)[:width] for row in rows]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if value is True or value is False:
        return "x" if value else ""
    if isinstance(value, float):
        value = f"{value:.12g}"
    if isinstance(value, datetime | date):
        value = value.isoformat()[:10]
    text = incoming.line(str(value))[:MOST_LETTERS]
    if text.startswith('="') and text.endswith('"'):  # how figures keep their zeros in a CSV
        text = text[2:-1]
    return text[1:] if text.startswith("'") and text[1:2] in FORMULA else text


def _workbook(content: bytes) -> Rows:
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            if sum(part.file_size for part in parts.infolist()) > MOST_UNPACKED:
                raise Refusal("file_too_big", most=MOST_BYTES // 1_000_000)
        results = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        formulas = load_workbook(io.BytesIO(content), read_only=True)
        for sheet, written in zip(results.worksheets, formulas.worksheets, strict=True):
            rows = [
                [_result(*cells) for cells in zip(*row, strict=True)]
                for row in zip(_cells(sheet), _cells(written), strict=True)
            ]
            if any(any(row) for row in rows):
                return rows
    except Refusal:
        raise
    except Exception as error:  # a broken workbook fails in openpyxl, zipfile or the XML reader, in many ways
        raise Refusal("file_broken_excel") from error
    raise Refusal("file_empty")


def _cells(sheet: Any) -> Iterable[Sequence[Any]]:
    return sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS)


def _result(result: Any, written: Any) -> str:
    """What a cell shows; a formula that no program has worked out yet is no empty cell."""
    if result.value is None and written.data_type == "f":
        return NEVER_WORKED_OUT
    return _cell(result.value)


def written(rows: Iterable[Sequence[Any]]) -> bytes:
    """Rows as French Excel opens them by a double click; a cell that looks like a formula is made text."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    for row in rows:
        writer.writerow([_defused(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def _defused(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
