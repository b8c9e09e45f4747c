"""Read lists as people have them into rows of text; write rows as French Excel reads them.

The separator is counted: `csv.Sniffer` takes the apostrophes of O'Brien and L'Écuyer for quotation marks.
Libraries that guess the encoding take a French list for one in a Slavic language, so the letters themselves
are judged: which of them French and English names have, and whether capitals are where capitals belong.
"""

import csv
import io
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from scoring import DomainError
from tournaments.common import spreadsheets
from tournaments.common.spreadsheets.table import (
    PEOPLE_LIMITS,
    ListLimits,
    Rows,
    cell,
    quote_formula,
    trim_rows,
)
from tournaments.registration import columns

ONE_BYTE_ENCODINGS = ("cp1252", "cp850", "mac_roman")
COMMON_LETTERS = set("àâçéèêëîïôùûüœ")
RARE_LETTERS = set("äöñáíóúÿæ")
COMMON_SIGNS = set("’‘“”«»–—…°º\u00a0€™®©")
WRONG_COST, RARE_COST = 3, 1
CLEAR_MARGIN = 2  # by how much the best has to be better than the next
OTHER_LETTER = re.compile(r"[^\x00-\x7f]")
MAX_JUDGED = 20_000  # letters: a list of a whole federation would take a minute
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")  # control characters, which no list has
END_OF_FILE = "\x1a"  # of old systems


def decode_text(content: bytes) -> list[tuple[str, str]]:
    """Return (name of the encoding, text); several where that cannot be decided, the likeliest first.

    Raises `DomainError` if it is not text.
    """
    wide = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        return [("", content.decode("utf-16" if wide else "utf-8-sig"))]
    except UnicodeDecodeError as error:
        # A picture is refused here, before its letters are judged.
        if wide or CONTROL.search(content.decode("latin-1").rstrip(END_OF_FILE)):
            raise DomainError("file_not_a_list") from error
    texts = [(name, text) for name in ONE_BYTE_ENCODINGS if (text := _try_decode(content, name)) is not None]
    judged = sorted((faults(text), order) for order, (_name, text) in enumerate(texts))
    best = texts[judged[0][1]]
    if len(judged) == 1 or judged[1][0] - judged[0][0] >= CLEAR_MARGIN:
        return [best]
    return [texts[order] for _faults, order in judged]


def _try_decode(content: bytes, name: str) -> str | None:
    try:
        return content.decode(name)
    except UnicodeDecodeError:
        return None


def faults(text: str) -> int:
    """Rate the faults of a text: 0 where all of its letters are usual and in a usual place.

    >>> [faults(text) for text in ("Thérèse L’Écuyer, QUÉBEC", "ThÈrËse", "QUêBEC", "L’‚cuyer", "Muñoz")]
    [0, 6, 3, 3, 1]
    """
    padded = f" {text} "
    letters = islice(OTHER_LETTER.finditer(padded), MAX_JUDGED)
    return sum(_fault(padded[one.start() - 1], one[0], padded[one.end()]) for one in letters)


def _fault(before: str, letter: str, after: str) -> int:
    if letter.lower() not in COMMON_LETTERS | RARE_LETTERS:
        inside = before.isalpha() and after.isalpha()
        return 0 if letter in COMMON_SIGNS and (letter in "’‘" or not inside) else WRONG_COST
    if letter.isupper():
        misplaced = before.islower() or (before.isupper() and after.islower())
    else:
        begins = not before.isalpha() and before not in "'’-" and after.isalpha()
        misplaced = begins or (before.isupper() and after.isupper())
    return WRONG_COST if misplaced else RARE_COST if letter.lower() in RARE_LETTERS else 0


MAX_BYTES = 2_000_000
MEGABYTES = MAX_BYTES // 1_000_000
SEPARATORS = ";\t,"
NO_SEPARATOR = "\x1f"  # a character that no list contains: each line is one cell
QUOTED_NUMBER = re.compile(r'^="(.*)"$')  # the notation that keeps the zeros of a number: ="0012"
NON_LIST_STARTS = ("%PDF-", "{\\rtf", "<")  # a PDF, a letter, and a page of the web that calls itself .xls
# A .trf of chess programs, in fixed columns: a line of the tournament, and one of a player.
CHESS_REPORT = (
    re.compile(r"^(?:0[1-9]2|1[0-3]2|XX\w) ", re.M),
    re.compile(r"^001 [ \d]{3}\d [ mfwMFW]", re.M),
)


class Reading(NamedTuple):
    """One way to read a file: a sheet of it by its name, or all of it in the encoding of `label`.

    `hidden` are the rows, counted from 0, that the workbook does not show: hidden by hand or by a filter.
    """

    kind: str
    label: str
    rows: Rows
    hidden: Sequence[int] = ()

    @property
    def shown(self) -> Rows:
        """Return the rows with hidden ones emptied, so that the others keep their numbers."""
        left_out = set(self.hidden)
        return [[""] * len(row) if at in left_out else row for at, row in enumerate(self.rows)]


def read_file(content: bytes, most: ListLimits = PEOPLE_LIMITS) -> list[Reading]:
    """Return the readings of a CSV or a workbook: one, or several to choose from. Raises `DomainError`.

    Rows are counted as the file itself counts them.
    """
    if not content.strip():
        raise DomainError("file_empty")
    if len(content) > most.megabytes * 1_000_000:
        raise DomainError("file_too_big", most=most.megabytes)
    if spreadsheets.is_workbook(content):
        return [Reading("sheet", *sheet) for sheet in spreadsheets.read_sheets(content, most)]
    return [Reading("letters", name, read_text(text, most)) for name, text in decode_text(content)]


def read_text(text: str, most: ListLimits = PEOPLE_LIMITS) -> Rows:
    """Return the rows of a pasted list or of a CSV file. Raises `DomainError`."""
    text = text.lstrip("\ufeff").rstrip(END_OF_FILE)
    if CONTROL.search(text) or text.startswith(NON_LIST_STARTS):
        raise DomainError("file_not_a_list")
    if all(mark.search(text) for mark in CHESS_REPORT):
        raise DomainError("file_chess_report")
    text = text.replace("\v", " ").replace("\f", " ")
    if not text.strip():
        raise DomainError("file_empty")
    try:
        separator = _separator(text)
        rows = _split_rows(text, separator, most)
        if separator == "," and columns.is_one_column(rows):
            rows = _split_rows(text, NO_SEPARATOR, most)
    except csv.Error as error:
        raise DomainError("file_not_a_list") from error
    return trim_rows(rows, most)


def _split_rows(text: str, separator: str, most: ListLimits) -> Rows:
    """Return the rows up to the first one beyond the limit that is not empty."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows: Rows = []
    for row in reader:
        beyond = len(rows) >= most.rows
        if not beyond or any(row):
            rows.append([cell(QUOTED_NUMBER.sub(r"\1", each)) for each in row[: most.columns]])
        if beyond and any(row):
            break
    return rows


def _separator(text: str) -> str:
    """Return the separator in most lines outside quotation marks; semicolon before tab before comma."""
    lines = ["".join(line.split('"')[::2]) for line in text.splitlines()[:60]]
    return max(SEPARATORS, key=lambda mark: (sum(mark in line for line in lines), -SEPARATORS.index(mark)))


def csv_bytes(rows: Iterable[Sequence[Any]], *, plain: bool = False) -> bytes:
    """Return rows as French Excel opens them by a double click; cells that look like formulas become text.

    `plain`: with commas between cells and points in numbers, and without the mark by which Excel recognises
    UTF-8, as other programs prefer.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="," if plain else ";", lineterminator="\r\n")
    for row in rows:
        writer.writerow([_csv_cell(each, plain) for each in row])
    return out.getvalue().encode("utf-8" if plain else "utf-8-sig")


def _csv_cell(value: Any, plain: bool) -> Any:
    if isinstance(value, float) and not plain:
        return str(value).replace(".", ",")
    return quote_formula(value) if isinstance(value, str) else value
