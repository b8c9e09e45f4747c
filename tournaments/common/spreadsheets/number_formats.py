"""Number formats of Excel for numbers with zeros and letters: 00123, M-00123, 012-3456.

Amounts, thousands, percents and fractions stay plain figures (ECMA-376, part 1, 18.8.30 and 18.8.31).
"""

import re
from datetime import date, timedelta
from functools import lru_cache

from tournaments.common.spreadsheets.table import cell

DATE_FORMAT = "yyyy-mm-dd"
DATE_FORMAT_NUMBERS = (range(14, 23), range(27, 37), range(45, 48), range(50, 59))
BUILT_IN_FORMATS = {str(number): DATE_FORMAT for numbers in DATE_FORMAT_NUMBERS for number in numbers}
"""The formats that a workbook refers to by number alone: of these only dates matter."""
TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|(?P<space>[_*].)|\[(?P<bracket>[^\]]*)\]|(?P<sign>.)'
)
UNQUOTED_SIGNS = set(" -+/():!^&'~{}=<>")  # signs that need no quotation marks
MONEY_SIGNS = set("$€£¥¢%")
MAX_FORMAT_LENGTH = 200


@lru_cache(1_000)
def is_date(code: str) -> bool:
    """Return whether a format shows a date or a time.

    >>> is_date('dd/mm/yyyy'), is_date('[h]:mm'), is_date('"le "00'), is_date('[Red]0')
    (True, True, False, False)
    """
    return any(
        found["sign"] in set("dmyhsDMYHS") for found in TOKEN.finditer(_section(code, 0)) if found["sign"]
    )


def displayed_number(value: float, code: str) -> str:
    """Return a number as a format displays it, or the plain figure.

    >>> [displayed_number(123, code) for code in ('00000', '"M-"00000', '000-0000', '0.00', '#,##0')]
    ['00123', 'M-00123', '000-0123', '123', '123']
    >>> displayed_number(123, 'General')
    '123'
    """
    plain = cell(value)
    if not code or value < 0 or not float(value).is_integer() or not plain.isdecimal():
        return plain
    whole = _section(code, 2 if value == 0 and code.count(";") > 1 else 0)
    if not whole:
        return "" if ";" in code else plain
    pattern = _pattern(whole)
    if pattern is None:
        return plain
    zeros = "".join(sign for sign, is_digit in pattern if is_digit)
    if all(is_digit for _sign, is_digit in pattern) and zeros.count("0") < 2:
        return plain
    return cell(_fill_pattern(pattern, plain))


def displayed_text(text: str, code: str) -> str:
    """Return a text as a format displays it.

    >>> displayed_text("123", '"M-"@'), displayed_text("123", "@")
    ('M-123', '123')
    """
    sections = code.count(";") + 1
    whole = _section(code, sections - 1)
    if "@" not in whole or len(whole) < 2 or (sections > 1 and sections < 4):
        return text
    parts = [_literal(found) if found["sign"] != "@" else text for found in TOKEN.finditer(whole)]
    return text if None in parts else cell("".join(part for part in parts if part))


def displayed_date(value: float, *, from_1904: bool) -> str:
    """Return the date of a serial number; 60 is the 29th of February 1900, which did not exist."""
    start = date(1904, 1, 1) if from_1904 else date(1899, 12, 31 if value < 60 else 30)
    try:
        return cell(start + timedelta(days=int(value)))
    except OverflowError:
        return cell(value)


@lru_cache(1_000)
def _section(code: str, number: int) -> str:
    """Return the format of positive numbers (0), of negative ones, of zero (2) or of text."""
    sections = [""]
    for found in TOKEN.finditer(code):
        if found[0] == ";":
            sections.append("")
        else:
            sections[-1] += found[0]
    return sections[number] if number < len(sections) else sections[0]


def _pattern(section: str) -> list[tuple[str, bool]] | None:
    """Return the signs of a format, each with whether it is a digit; None if the format writes no number."""
    pattern: list[tuple[str, bool]] = []
    for found in TOKEN.finditer(section):
        if found["sign"] and found["sign"] in "0#":
            pattern.append((found["sign"], True))
        elif (literal := _literal(found)) is None or set(literal) & MONEY_SIGNS:
            return None
        elif literal:
            pattern.append((literal, False))
    return pattern


def _literal(found: re.Match[str]) -> str | None:
    """Return the text that a token of a format writes; None if it depends on the number."""
    if found["quoted"] is not None or found["escaped"]:
        return found["quoted"] or found["escaped"] or ""
    if found["space"]:
        return ""
    if found["bracket"] is not None:
        bracket = found["bracket"]
        if bracket.startswith("$"):
            return bracket[1:].partition("-")[0]
        return None if bracket[:1] in ("<", ">", "=") else ""
    return found["sign"] if found["sign"] in UNQUOTED_SIGNS else None


def _fill_pattern(pattern: list[tuple[str, bool]], digits: str) -> str:
    """Put digits into a pattern from the right; the digits left over go before the first one."""
    places = sum(is_digit for _sign, is_digit in pattern)
    left = list(digits)
    written: list[str] = []
    for sign, is_digit in reversed(pattern):
        if not is_digit:
            written.append(sign)
            continue
        places -= 1
        if places:
            written.append(left.pop() if left else "0" if sign == "0" else "")
        else:
            written.append("".join(left) or ("0" if sign == "0" else ""))
    return "".join(reversed(written))
