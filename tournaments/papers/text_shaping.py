"""Choose a font for each letter and measure text: for papers, pictures and drawings alike."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arabic_reshaper import ArabicReshaper
    from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).parent / "fonts"
TEXT, BOLD, FIGURES, BOLD_FIGURES = "text", "bold", "figures", "bold_figures"
WIDEST = "widest"  # wider than any that a browser may take for a name: Verdana is as wide
_LEGIBLE, _FIGURES = "AtkinsonHyperlegible", "AtkinsonHyperlegibleFigures"
_OTHERS = ("ChevilleHan-Regular.ttf", "ChevilleHangul-Regular.ttf")  # in one weight alone
FILES = {
    TEXT: (f"{_LEGIBLE}-Regular.ttf", "DejaVuSans.ttf", *_OTHERS),
    BOLD: (f"{_LEGIBLE}-Bold.ttf", "DejaVuSans-Bold.ttf", *_OTHERS),
    FIGURES: (f"{_FIGURES}-Regular.ttf", f"{_LEGIBLE}-Regular.ttf", "DejaVuSans.ttf", *_OTHERS),
    BOLD_FIGURES: (f"{_FIGURES}-Bold.ttf", f"{_LEGIBLE}-Bold.ttf", "DejaVuSans-Bold.ttf", *_OTHERS),
    WIDEST: ("DejaVuSans-Bold.ttf", *_OTHERS),
}
INITIAL_FONT = "AtkinsonHyperlegible-Regular"
MIN_FONT_SIZE = 9.0  # points: if two lines would be smaller, a third is begun
LEADING = 1.08
_LAST_CHARACTER = 0xFFFF  # a ReportLab font cannot name such a character when the text is read back


@cache
def register_initial_font() -> str:
    """Register the font that a canvas starts with, in place of Helvetica, and return its name."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    pdfmetrics.registerFont(TTFont(INITIAL_FONT, str(FONTS / FILES[TEXT][0])))
    return INITIAL_FONT


@cache
def load_font(file: str) -> "TTFont":
    """Return a font as read from its file; a document takes a copy."""
    from reportlab.pdfbase.ttfonts import TTFont  # loaded only when something is drawn

    return TTFont(file.removesuffix(".ttf"), str(FONTS / file), asciiReadable=False)


@cache
def _coverage(file: str) -> frozenset[int]:
    return frozenset(code for code in load_font(file).face.charToGlyph if 32 <= code <= _LAST_CHARACTER)


class _Widths(dict[int, float]):
    """The widths of a font by character; a missing one is as wide as the font's box."""

    def __init__(self, file: str) -> None:
        face = load_font(file).face
        super().__init__(face.charWidths)
        self._otherwise: float = face.defaultWidth

    def __missing__(self, _code: int) -> float:
        return self._otherwise


@cache
def _widths(file: str) -> Callable[[int], float]:
    return _Widths(file).__getitem__


def cleaned(text: str) -> str:
    """Return the text in composed form, without controls, joiners and variation selectors."""
    if text.isascii() and text.isprintable():
        return text
    kept = []
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if char in "\t\n\r\u2028\u2029":
            kept.append(" ")
        elif category in ("Cc", "Cf") or 0xFE00 <= ord(char) <= 0xFE0F:
            continue
        else:
            kept.append("?" if category == "Cs" else char)
    return "".join(kept)


def text_width(text: str, face: str) -> float:
    """Return the width of a cleaned text at size 1."""
    widths = (sum(map(_widths(file), map(ord, part))) for file, part in parts(text, face))
    return sum(widths, start=0.0) / 1000


def parts(text: str, face: str) -> list[tuple[str, str]]:
    """Return a cleaned text in drawing order, left to right: pieces, each with the font of its letters."""
    files = FILES[face]
    if _coverage(files[0]).issuperset(map(ord, text)):
        return [(files[0], text)] if text else []
    text = visual_order(text)
    found: list[tuple[str, str]] = []
    for word in text.split(" "):
        for file, part in _word_runs(word, files):
            _append_run(found, file, part)
        _append_run(found, found[-1][0] if found else files[0], " ")
    file, last = found.pop()
    return [*found, (file, last[:-1])] if last != " " else found


def _word_runs(word: str, files: tuple[str, ...]) -> list[tuple[str, str]]:
    """Keep a word in one font if one font has all its letters, as a name in two looks like a mistake."""
    for file in files:
        if _coverage(file).issuperset(map(ord, word)):
            return [(file, word)]
    found: list[tuple[str, str]] = []
    for char in word:
        has = [file for file in files if ord(char) in _coverage(file)]
        _append_run(found, *((has[0], char) if has else (files[0], "?")))
    return found


def _append_run(found: list[tuple[str, str]], file: str, text: str) -> None:
    if found and found[-1][0] == file:
        found[-1] = (file, found[-1][1] + text)
    elif text:
        found.append((file, text))


_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_BETWEEN = rf"[^\w{_LETTERS}<>(){{}}«»‹›\[\]]"  # spaces and signs that look the same from both sides
_WORDS = rf"[{_LETTERS}](?:{_BETWEEN}*[{_LETTERS}])*"
_NAME = re.compile(rf"{_WORDS}(?: \({_WORDS}\)(?: {_WORDS})?)*")  # brackets turn round in pairs
_RESHAPER_OPTIONS = {
    "delete_harakat": False,
    "ARABIC LIGATURE ALLAH": False,
}  # what is typed, with letters of any font


def visual_order(text: str) -> str:
    """Return a text with right-to-left words in the order and forms for drawing, else unchanged.

    A line runs from left to right, like its page: text before or after such words stays there,
    also a number, which would go to their other side in a line without a mark for the end of a name.
    """
    return _NAME.sub(_reordered, text)


def _reordered(found: re.Match[str]) -> str:
    from bidi.algorithm import get_display  # the one that turns brackets round, too

    turned: str = get_display(_reshaper().reshape(found.group()), base_dir="R")
    return turned


@cache
def _reshaper() -> "ArabicReshaper":
    from arabic_reshaper import ArabicReshaper

    return ArabicReshaper(_RESHAPER_OPTIONS)
