"""Validation of text and numbers from outside; all of them go through these few functions.

Addresses, forms and cookies are cleaned before a page sees them (`tournaments/web/middleware.py`),
requests of devices by `tournaments/web/device_api/payloads.py`, lists by
`tournaments/registration/list_files.py`, copies by `tournaments/transfer/copies/validation.py`.
"""

import re
import unicodedata
from datetime import datetime
from typing import TypeGuard

from django.utils.dateparse import parse_datetime

from scoring import DomainError

MAX_DIGITS = 9  # whole numbers of so many digits fit in every database
MAX_NUMBER = 2**31 - 1
YEARS = range(1900, 2200)  # the first and last years of the calendar have no time in some time zones
LINE_BREAKS = "\t\n\r"
ADDRESS = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,100}")
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cs")
NO_CHARACTERS = "\ufffe\uffff"  # a file of XML with one, such as a workbook, cannot be opened
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"  # some scripts are written with them


def clean_text(given: str) -> str:
    """Return text that can be stored, printed and read.

    It is without control characters (line breaks and tabs stay), half surrogates, what is no character, and
    signs that change the direction of writing or are invisible.

    >>> clean_text("Ada\\0 \\u202eNOSAJ\\ud800\\uffff")
    'Ada NOSAJ'
    """
    if given.isascii() and given.isprintable():
        return given
    return "".join(
        letter
        for letter in given
        if letter in LINE_BREAKS
        or letter in JOINERS
        or (letter not in NO_CHARACTERS and unicodedata.category(letter) not in INVISIBLE_CATEGORIES)
    )


def clean_line(given: str) -> str:
    """Return one line of text: each run of spaces and line breaks is one space, and none is at the ends."""
    return " ".join(clean_text(given).split())


def clean_length(given: str, most: int) -> str:
    """Return the same text. Raises `DomainError` for more than `most` letters."""
    if len(given) > most:
        raise DomainError("detail_too_long", value=given[:40] + "…", most=most)
    return given


def is_storable(given: str) -> bool:
    """Return whether text can be written as UTF-8: half a surrogate pair cannot."""
    return given.isascii() or not LONE_SURROGATE.search(given)


def is_clean(given: str) -> bool:
    """Return whether text is as `clean_text` returns it."""
    return clean_text(given) == given


def parse_int(given: str, digits: int = MAX_DIGITS) -> int | None:
    """Parse a whole number, 0 or more, of at most so many digits; None for other texts."""
    return int(given) if given.isdecimal() and len(given) <= digits else None


def parse_moment(given: object) -> datetime | None:
    """Parse a point in time with a time zone, in `YEARS`; None for other values."""
    try:
        found = parse_datetime(given) if isinstance(given, str) else None
    except ValueError:  # it has the form of a date or time, but does not exist
        return None
    return found if found and found.tzinfo and found.year in YEARS else None


def is_number(given: object) -> TypeGuard[int]:
    """Return whether a value of JSON is a whole number, 0 or more, that every database takes."""
    return type(given) is int and 0 <= given <= MAX_NUMBER


def is_address(given: str) -> bool:
    """Return whether text is the address of a computer: scheme, host and port, and nothing after them."""
    return bool(ADDRESS.fullmatch(given))
