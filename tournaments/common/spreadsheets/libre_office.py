"""Workbooks of LibreOffice, .ods: one part with all tables (OpenDocument 1.3, part 3, chapter 9).

A row or a cell has the number of its repetitions: they are counted, not copied.
"""

import re
from typing import Any

from tournaments.common.spreadsheets.parts import Parts
from tournaments.common.spreadsheets.table import ListLimits, Table, Tables, cell

CONTENT_PART = "content.xml"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
HIDDEN_STATES = ("collapse", "filter")
AMOUNT = re.compile(r"[$€£¥¢%]|\d[.,]\d|^\W*[1-9]\d{0,2}([ \u00a0\u202f'’]\d{3})+\W*$")


def tables(parts: Parts, most: ListLimits) -> Tables:
    """Yield the name and the rows of each table."""
    name, table, cells = "", Table(most), dict[int, str]()
    row = column = times = 0
    hidden, not_shown = False, set[str]()
    tags = ("style", "table", "table-row", "table-cell", "covered-table-cell")
    for event, tag, element in parts.elements(CONTENT_PART, *tags):
        if tag == "table" and event == "start":
            name, table, row = element.get(f"{TABLE}name", ""), Table(most), 0
            table.is_hidden = element.get(f"{TABLE}style-name") in not_shown
        elif tag == "table":
            yield name, table
        elif tag == "style":
            if any(child.get(f"{TABLE}display") == "false" for child in element):
                not_shown.add(element.get(f"{STYLE}name", ""))
        elif tag == "table-row" and event == "start":
            column, cells, times = 0, {}, _count_attribute(element, "number-rows-repeated")
            hidden = element.get(f"{TABLE}visibility") in HIDDEN_STATES
        elif tag == "table-row":
            table.add(row, cells, hidden=hidden, times=times)
            row += times
        elif event == "end":
            end = column + _count_attribute(element, "number-columns-repeated")
            if column < most.columns and not table.is_too_long:
                table.merge(column, row, row + _count_attribute(element, "number-rows-spanned") - 1)
                cells |= dict.fromkeys(range(column, min(end, most.columns)), _cell(element))
            column = end


def _count_attribute(element: Any, name: str) -> int:
    written = element.get(f"{TABLE}{name}", "1")
    return max(1, int(written)) if written.isdecimal() and len(written) < 10 else 1


def _cell(element: Any) -> str:
    """Return the displayed text of a cell; of a date and an amount the stored value, without its format."""
    kind = element.get(f"{OFFICE}value-type", "")
    if kind == "boolean":
        return cell(element.get(f"{OFFICE}boolean-value") == "true")
    if kind == "date":
        return cell(element.get(f"{OFFICE}date-value", "")[:10])
    shown = " ".join(_text(part) for part in element if part.tag == f"{TEXT}p")
    if kind in ("float", "currency") and not shown.startswith("#"):
        kept = cell(_parse_number(element.get(f"{OFFICE}value", "")))
        return cell(shown) if kind == "float" and _is_code_number(kept, shown) else kept
    return cell(shown)


def _is_code_number(kept: str, shown: str) -> bool:
    """Return whether the text has the same digits, in a form that no amount has.

    >>> [_is_code_number("123", shown) for shown in ("00123", "M-00123", "123,00", "123", "123 $")]
    [True, True, False, False, False]
    """
    digits = "".join(re.findall(r"\d", shown))
    same = kept.isdecimal() and digits.lstrip("0") == kept.lstrip("0")
    return same and shown.strip() != kept and not AMOUNT.search(shown)


def _text(paragraph: Any) -> str:
    """Return the text of a paragraph; LibreOffice's element for a tab or the end of a line is a space."""
    parts = [paragraph.text or ""]
    for part in paragraph.iter():
        if part is not paragraph:
            gap = " " if part.tag in (f"{TEXT}s", f"{TEXT}tab", f"{TEXT}line-break") else ""
            parts += [gap, part.text or "", part.tail or ""]
    return "".join(parts)


def _parse_number(written: str) -> float | str:
    try:
        return float(written)
    except ValueError:
        return written
