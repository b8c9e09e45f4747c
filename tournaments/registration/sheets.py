"""Lists as people have them, read into rows of text; and rows written as French Excel reads them.

The separator is counted: `csv.Sniffer` takes the apostrophes of O'Brien and L'Écuyer for quotation marks.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from scoring import Refusal
from tournaments.registration import letters, workbooks
from tournaments.registration.cells import FORMULA, OF_PEOPLE, Most, Rows, cell

MOST_BYTES = 2_000_000
MEGABYTES = MOST_BYTES // 1_000_000
SEPARATORS = ";\t,"
OLD_EXCEL = bytes.fromhex("d0cf11e0a1b11ae1")
NO_LISTS = ("%PDF-", "{\\rtf", "<")  # a PDF, a letter, and a page of the web that calls itself .xls


class Reading(NamedTuple):
    """One way to read a file: a sheet of it by its name, or all of it in the letters of `label`."""

    kind: str
    label: str
    rows: Rows


def read_file(content: bytes, most: Most = OF_PEOPLE) -> list[Reading]:
    """The readings of a CSV or a workbook: one, or several to choose from. Raises `Refusal`.

    Rows are counted as the file itself counts them.
    """
    if not content.strip():
        raise Refusal("file_empty")
    if len(content) > MOST_BYTES:
        raise Refusal("file_too_big", most=MEGABYTES)
    if content.startswith(OLD_EXCEL):
        return _workbook(workbooks.of_old_excel(content, most), most)
    if content.startswith(b"PK"):
        return _workbook(workbooks.of_zip(content, MEGABYTES, most), most)
    return [Reading("letters", name, read_text(text, most)) for name, text in letters.decoded(content)]


def _workbook(sheets: workbooks.Sheets, most: Most) -> list[Reading]:
    """The sheets that hold a list; one that is too long stands in nobody's way unless it is the only one.

    All of them together have no more cells than one may have: they wait in a session.
    """
    readings: list[Reading] = []
    refusal, room = Refusal("file_empty"), most.cells
    try:
        for name, rows in sheets:
            try:
                rows = _checked(rows, most)
            except Refusal as why:
                refusal = refusal if why.code == "file_empty" else why
                continue
            room -= len(rows) * len(rows[0])
            if room >= 0 and len(readings) < workbooks.MOST_SHEETS:
                readings.append(Reading("sheet", cell(name), rows))
    except Refusal:
        raise
    except (
        Exception
    ) as error:  # a broken workbook fails in its library, zipfile or the XML reader, in many ways
        raise Refusal("file_broken_excel") from error
    if not readings:
        raise refusal
    return readings


def read_text(text: str, most: Most = OF_PEOPLE) -> Rows:
    """The rows of a pasted list or of a CSV file. Raises `Refusal`."""
    text = text.lstrip("\ufeff").rstrip("\x1a")
    if any(ord(char) < 32 and char not in "\t\r\n\v\f" for char in text) or text.startswith(NO_LISTS):
        raise Refusal("file_not_a_list")
    text = text.replace("\v", " ").replace("\f", " ")
    if not text.strip():
        raise Refusal("file_empty")
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text))
        rows = [[cell(each) for each in row] for row in reader]
    except csv.Error as error:
        raise Refusal("file_not_a_list") from error
    return _checked(rows, most)


def _separator(text: str) -> str:
    """What stands in most lines outside quotation marks; a semicolon before a tab before a comma."""
    lines = ["".join(line.split('"')[::2]) for line in text.splitlines()[:60]]
    return max(SEPARATORS, key=lambda mark: (sum(mark in line for line in lines), -SEPARATORS.index(mark)))


def _checked(rows: Rows, most: Most) -> Rows:
    while rows and not any(rows[-1]):
        rows.pop()
    if not rows:
        raise Refusal("file_empty")
    if len(rows) > most.rows:
        raise Refusal("file_too_many_rows", most=most.rows)
    filled = max(index for row in rows for index, each in enumerate(row, start=1) if each)
    width = min(most.columns, filled)
    return [(row + [""] * width)[:width] for row in rows]


def written(rows: Iterable[Sequence[Any]], *, plain: bool = False) -> bytes:
    """Rows as French Excel opens them by a double click; a cell that looks like a formula is made text.

    `plain`: with commas, and without the mark that tells Excel of UTF-8, as other programs like it.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="," if plain else ";", lineterminator="\r\n")
    for row in rows:
        writer.writerow([_defused(each) for each in row])
    return out.getvalue().encode("utf-8" if plain else "utf-8-sig")


def _defused(each: Any) -> Any:
    return f"'{each}" if isinstance(each, str) and each.startswith(FORMULA) else each
