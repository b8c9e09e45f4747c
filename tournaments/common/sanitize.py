"""Text and numbers that come in from outside: the few functions through which all of them go.

Addresses, forms and cookies are cleaned before a page sees them (`tournaments/web/input_limits.py`),
requests of devices by `tournaments/web/device_api/payloads.py`, lists by
`tournaments/registration/list_files.py`, copies by `tournaments/transfer/copies/validation.py`.
"""

import re
import unicodedata
from datetime import datetime
from typing import TypeGuard

from django.utils.dateparse import parse_datetime

from scoring import DomainError

DIGITS = 9  # what every database takes for a whole number
MAX_NUMBER = 2**31 - 1
LINE_BREAKS = "\t\n\r"
ADDRESS = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,100}")
HALF_A_PAIR = re.compile("[\ud800-\udfff]")
UNSEEN = ("Cc", "Cf", "Cs")
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"  # some scripts are written with them


def clean_text(given: str) -> str:
    """What can be stored, printed and read: without control characters (line breaks and tabs stay), half
    surrogates, and what turns the direction of writing or stands in a name unseen.

    >>> clean_text("Ada\\0 \\u202eNOSAJ\\ud800")
    'Ada NOSAJ'
    """
    if given.isascii() and given.isprintable():
        return given
    return "".join(letter for letter in given if _may_stay(letter))


def _may_stay(letter: str) -> bool:
    return letter in LINE_BREAKS or letter in JOINERS or unicodedata.category(letter) not in UNSEEN


def clean_line(given: str) -> str:
    """One line of text: whatever breaks it is a space, several spaces are one, none stand at its ends."""
    return " ".join(clean_text(given).split())


def check_length(given: str, most: int) -> str:
    """The same text. Raises `DomainError` for more than `most` letters."""
    if len(given) > most:
        raise DomainError("detail_too_long", value=given[:40] + "…", most=most)
    return given


def is_storable(given: str) -> bool:
    """Whether text can be written as UTF-8: half a surrogate pair cannot."""
    return given.isascii() or not HALF_A_PAIR.search(given)


def is_clean(given: str) -> bool:
    """Whether text is as `clean_text` leaves it."""
    return clean_text(given) == given


def parse_int(given: str, digits: int = DIGITS) -> int | None:
    """The whole number, 0 or more, that a text is; None where it is none, or has more digits than that."""
    return int(given) if given.isdecimal() and len(given) <= digits else None


def parse_moment(given: object) -> datetime | None:
    """The point in time that a text is, if it says its time zone; None for anything else."""
    try:
        found = parse_datetime(given) if isinstance(given, str) else None
    except ValueError:  # it looks like one, and no clock ever showed it
        return None
    return found if found and found.tzinfo else None


def is_number(given: object) -> TypeGuard[int]:
    """Whether a value of JSON is a whole number, 0 or more, that every database takes."""
    return type(given) is int and 0 <= given <= MAX_NUMBER


def is_address(given: str) -> bool:
    """Whether text is the address of a computer: scheme, host and port, and nothing after them."""
    return bool(ADDRESS.fullmatch(given))
