"""Workbooks of Excel, .xlsx: sheets, rows and cells as they are displayed (ECMA-376, part 1, chapter 18).

This replaces openpyxl, which keeps all strings, styles and cells of a row before the first one is read, and
gives either the formulas or their results.
"""

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from tournaments.common.spreadsheets import number_formats
from tournaments.common.spreadsheets.parts import Parts
from tournaments.common.spreadsheets.table import UNCOMPUTED_FORMULA, ListLimits, Table, Tables, cell

CELL_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
TRUE_VALUES = ("1", "true")
HIDDEN_STATES = ("hidden", "veryHidden")


def tables(parts: Parts, most: ListLimits) -> Tables:
    """Yield the name and the rows of each sheet."""
    book = _Workbook(parts)
    for name, part, is_hidden in book.sheets:
        table = _table(book, part, most)
        table.is_hidden = is_hidden
        yield name, table


class _Workbook:
    """The parts that the sheets of a workbook share."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.from_1904 = False
        self.strings: list[str] = []
        self.formats: list[str] = []
        self.sheets: list[tuple[str, str, bool]] = []
        (main,) = (target for _id, kind, target in self._related_parts("") if kind == "officeDocument")
        related = list(self._related_parts(main))
        for _id, kind, target in related:
            if kind == "sharedStrings" and target in parts:
                self.strings = [_text(element) for element in self._closed_elements(target, "si")]
            elif kind == "styles" and target in parts:
                self.formats = self._formats(target)
        lists = {each: target for each, kind, target in related if kind == "worksheet"}
        for element in self._closed_elements(main, "workbookPr", "sheet"):
            if element.tag.endswith("workbookPr"):
                self.from_1904 = element.get("date1904") in TRUE_VALUES
                continue
            # the attribute has a namespace, which old and strict workbooks write differently
            key = next((value for name, value in element.items() if name.endswith("}id")), "")
            if (part := lists.get(key)) is not None:
                self.sheets.append((element.get("name", ""), part, element.get("state") in HIDDEN_STATES))

    def _closed_elements(self, part: str, *tags: str) -> Iterator[Any]:
        return (element for event, _tag, element in self.parts.elements(part, *tags) if event == "end")

    def _related_parts(self, part: str) -> Iterator[tuple[str, str, str]]:
        """Yield id, kind and name of the parts that a part names; the first part has no name."""
        folder, name = posixpath.split(part)
        for element in self._closed_elements(posixpath.join(folder, "_rels", f"{name}.rels"), "Relationship"):
            target = posixpath.normpath(posixpath.join("/", folder, element.get("Target", ""))).lstrip("/")
            yield element.get("Id", ""), posixpath.basename(element.get("Type", "")), target

    def _formats(self, part: str) -> list[str]:
        """Return the number format of each style of a cell, as Excel writes it for English."""
        codes, formats, inside = dict(number_formats.BUILT_IN_FORMATS), [], False
        for event, tag, element in self.parts.elements(part, "numFmt", "cellXfs", "xf"):
            if tag == "cellXfs":
                inside = event == "start"
            elif event == "end" and tag == "numFmt":
                codes[element.get("numFmtId", "")] = element.get("formatCode", "")[
                    : number_formats.MAX_FORMAT_LENGTH
                ]
            elif event == "end" and inside:
                formats.append(codes.get(element.get("numFmtId", ""), ""))
        return formats


def _text(element: Any) -> str:
    """Return the text of a string, without its pronunciation (`rPh`)."""
    found: list[str] = []
    for child in element:
        if child.tag.endswith("}t"):
            found.append(child.text or "")
        elif child.tag.endswith("}r"):
            found += [part.text or "" for part in child if part.tag.endswith("}t")]
    return cell("".join(found))


def _table(book: _Workbook, part: str, most: ListLimits) -> Table:
    table, cells = Table(most), dict[int, str]()
    row = column = -1
    hidden = False
    for event, tag, element in book.parts.elements(part, "row", "c", "mergeCell"):
        if tag == "row" and event == "start":
            reference = element.get("r", "")
            row, column, cells = int(reference) - 1 if reference.isdecimal() else row + 1, -1, {}
            hidden = element.get("hidden") in TRUE_VALUES
        elif event == "start":
            continue
        elif tag == "c":
            column = _column(element.get("r", ""), column + 1)
            if column < most.columns:
                cells[column] = _cell(book, element)
        elif tag == "row":
            table.add(row, cells, hidden=hidden)
            if table.is_too_long:
                break
        else:
            first, _colon, last = element.get("ref", "").partition(":")
            top, bottom = CELL_REFERENCE.fullmatch(first), CELL_REFERENCE.fullmatch(last)
            if top and bottom:
                table.merge(_column(first, 0), int(top[2]) - 1, int(bottom[2]) - 1)
    return table


def _column(reference: str, following: int) -> int:
    """Return the column of «B7», counted from 0; a cell without a reference follows the one before."""
    found = CELL_REFERENCE.fullmatch(reference)
    if not found:
        return following
    number = 0
    for letter in found[1]:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1


def _cell(book: _Workbook, element: Any) -> str:
    """Return the displayed text of a cell; a formula that no program has computed yet is no empty cell."""
    children = {child.tag.rpartition("}")[2]: child for child in element}
    kind, value = element.get("t", "n"), children.get("v")
    text = "" if value is None or value.text is None else value.text
    if kind == "inlineStr":
        return _displayed_text(book, element, _text(children["is"]) if "is" in children else "")
    if not text:
        return UNCOMPUTED_FORMULA if "f" in children and (kind != "str" or value is None) else ""
    if kind == "n":
        return _displayed_number(book, float(text), _format(book, element))
    if kind in ("s", "str"):
        return _displayed_text(book, element, book.strings[int(text)] if kind == "s" else cell(text))
    return cell({"b": text in TRUE_VALUES, "d": text[:10]}.get(kind, text))


def _displayed_text(book: _Workbook, element: Any, text: str) -> str:
    return number_formats.displayed_text(text, _format(book, element)) if text else ""


def _format(book: _Workbook, element: Any) -> str:
    style = int(element.get("s", "0"))
    return book.formats[style] if style < len(book.formats) else ""


def _displayed_number(book: _Workbook, value: float, code: str) -> str:
    if number_formats.is_date(code) and value >= 0:
        return number_formats.displayed_date(value, from_1904=book.from_1904)
    return number_formats.displayed_number(value, code)
