"""Arabic, Hebrew and other scripts that run from right to left, reordered for drawing from left to right."""

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arabic_reshaper import ArabicReshaper

_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_BETWEEN = rf"[^\w{_LETTERS}<>(){{}}«»‹›\[\]]"  # spaces and signs that look the same from both sides
_WORDS = rf"[{_LETTERS}](?:{_BETWEEN}*[{_LETTERS}])*"
_NAME = re.compile(rf"{_WORDS}(?: \({_WORDS}\)(?: {_WORDS})?)*")  # brackets turn round in pairs
_FORMS = {"delete_harakat": False, "ARABIC LIGATURE ALLAH": False}  # what is typed, with letters of any font


def as_drawn(text: str) -> str:
    """Return a text with right-to-left words in the order and forms for drawing, else unchanged.

    A line runs from left to right, like its page: text before or after such words stays there,
    also a number, which would go to their other side in a line without a mark for the end of a name.
    """
    return _NAME.sub(_turned, text)


def _turned(found: re.Match[str]) -> str:
    from bidi.algorithm import get_display  # the one that turns brackets round, too

    turned: str = get_display(_reshaper().reshape(found.group()), base_dir="R")
    return turned


@cache
def _reshaper() -> "ArabicReshaper":
    from arabic_reshaper import ArabicReshaper

    return ArabicReshaper(_FORMS)
