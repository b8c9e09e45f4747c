"""Text as PDF operators: the choice of fonts, the width of a line, and how text is made to fit.

Each document has its own copy of a font that was read once: a ReportLab font reads its outlines through one
cursor and counts what each document shows, so two threads may not share it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from weakref import WeakKeyDictionary

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).parent / "fonts"
TEXT, BOLD, FIGURES, BOLD_FIGURES = "text", "bold", "figures", "bold_figures"
_LEGIBLE, _FIGURES = "AtkinsonHyperlegible", "AtkinsonHyperlegibleFigures"
_OTHERS = ("ChevilleHan-Regular.ttf", "ChevilleHangul-Regular.ttf")  # in one weight alone
FILES = {
    TEXT: (f"{_LEGIBLE}-Regular.ttf", "DejaVuSans.ttf", *_OTHERS),
    BOLD: (f"{_LEGIBLE}-Bold.ttf", "DejaVuSans-Bold.ttf", *_OTHERS),
    FIGURES: (f"{_FIGURES}-Regular.ttf", f"{_LEGIBLE}-Regular.ttf", "DejaVuSans.ttf", *_OTHERS),
    BOLD_FIGURES: (f"{_FIGURES}-Bold.ttf", f"{_LEGIBLE}-Bold.ttf", "DejaVuSans-Bold.ttf", *_OTHERS),
}
INITIAL_FONT = "AtkinsonHyperlegible-Regular"
HYPHEN = "-"
_HYPHENS = re.compile(r"(?<=\w-)(?=\w)")  # where a double name may go on, on another line
SMALLEST = 9.0  # points: where two lines come out smaller, a third is begun
LEADING = 1.08
_NEARLY, _PARTED, _GAIN, _MOST = 0.9, 0.84, 1.15, 4
_SPECIAL = {ord("("): "\\(", ord(")"): "\\)", ord("\\"): "\\\\"}
_LITERAL = [_SPECIAL.get(n, chr(n) if 32 <= n < 127 else f"\\{n:03o}") for n in range(256)]
_BEYOND = 0xFFFF  # a ReportLab font cannot name such a character when the text is read back
_CACHED_LINES = 4000


@cache
def register_initial_font() -> str:
    """Register the font that a canvas starts with, in place of Helvetica, and return its name."""
    pdfmetrics.registerFont(TTFont(INITIAL_FONT, str(FONTS / FILES[TEXT][0])))
    return INITIAL_FONT


@cache
def _read(file: str) -> TTFont:
    """A font as it was read; a document takes a copy."""
    return TTFont(file.removesuffix(".ttf"), str(FONTS / file), asciiReadable=False)


@cache
def _coverage(file: str) -> frozenset[int]:
    return frozenset(code for code in _read(file).face.charToGlyph if 32 <= code <= _BEYOND)


class _Widths(dict[int, float]):
    """The widths of a font by character; what it has not is as wide as its box."""

    def __init__(self, file: str) -> None:
        face = _read(file).face
        super().__init__(face.charWidths)
        self._otherwise: float = face.defaultWidth

    def __missing__(self, _code: int) -> float:
        return self._otherwise


@cache
def _widths(file: str) -> Callable[[int], float]:
    return _Widths(file).__getitem__


def covers(file: str, letter: str) -> bool:
    """Return whether a font of this folder has a glyph for a letter."""
    return ord(letter) in _coverage(file)


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


class Line:
    """A line of text ready to be drawn: its width at size 1 and its runs, each of one font."""

    __slots__ = ("runs", "width")

    def __init__(self, width: float, runs: tuple[tuple[str, str], ...]) -> None:
        self.width, self.runs = width, runs

    def operators(self, x: float, y: float, size: float) -> str:
        """Return the text object that shows the line with its baseline starting at (x, y)."""
        if len(self.runs) == 1:
            font, literal = self.runs[0]
            return f"BT {font} {size:.4g} Tf 1 0 0 1 {x:.2f} {y:.2f} Tm ({literal}) Tj ET"
        shown = " ".join(f"{font} {size:.4g} Tf ({literal}) Tj" for font, literal in self.runs)
        return f"BT 1 0 0 1 {x:.2f} {y:.2f} Tm {shown} ET"


class TextShaper:
    """The fonts of one document, and the lines already shaped with them."""

    def __init__(self, document: object) -> None:
        self._document = document
        self._fonts: dict[str, TTFont] = {}
        self._lines: dict[tuple[str, str], Line] = {}
        self._known: dict[tuple[str, str], float] = {}

    def line(self, text: str, face: str = TEXT) -> Line:
        """Return the text as one line; a character that no font has is shown as '?'."""
        key = (face, text)
        line = self._lines.get(key)
        if line is None:
            if len(self._lines) >= _CACHED_LINES:
                self._lines.clear()
            line = self._lines[key] = self._set(cleaned(text), face)
        return line

    def width(self, text: str, face: str, size: float) -> float:
        """Return the width of the text at a font size; it is not set before it is drawn."""
        known = self._known.get((face, text))
        if known is None:
            if len(self._known) >= _CACHED_LINES:
                self._known.clear()
            known = self._known[face, text] = self._measured(cleaned(text), face)
        return known * size

    def fit(self, text: str, face: str, size: float, width: float, height: float) -> tuple[list[str], float]:
        """Return the text as lines that fit a room, and their size in points; nothing is cut or left out.

        It stays on one line if it nearly fits; else it is on one line or on two, whichever is larger, and on
        more only where these fall below `SMALLEST`. A line ends at a space or after the hyphen of a double
        name, never inside a word: a word without room is drawn as small as it must be.
        """
        alone = self.width(text, face, 1)
        best = ([text], min(size, width / alone) if alone else size)
        if best[1] >= size * _NEARLY:
            return best
        for count in range(2, _MOST + 1):
            for whole in (True, False):
                lines = self._even(text, face, count, whole=whole)
                longest = max(self.width(line, face, 1) for line in lines)
                fits = min(
                    max(size * _PARTED, min(size, SMALLEST)), width / longest, height / (len(lines) * LEADING)
                )
                if fits > best[1] * (_GAIN if best[1] >= SMALLEST else 1):
                    best = (lines, fits)
            if best[1] >= SMALLEST:
                break
        return best

    def _even(self, text: str, face: str, count: int, *, whole: bool) -> list[str]:
        """Return at most so many lines, the longest of them as short as can be."""
        pieces = list(self._pieces(text, whole=whole))
        low, high = max(self.width(piece, face, 1) for piece, _gap in pieces), self.width(text, face, 1)
        lines = [cleaned(text)]
        for _step in range(12):
            middle = (low + high) / 2
            tried = self._filled(pieces, face, middle)
            if len(tried) <= count:
                lines, high = tried, middle
            else:
                low = middle
        return lines

    def _filled(self, pieces: Sequence[tuple[str, str]], face: str, width: float) -> list[str]:
        """Return lines that take in pieces up to a width at size 1."""
        lines = [pieces[0][0]]
        for piece, gap in pieces[1:]:
            longer = lines[-1] + gap + piece
            if self.width(longer, face, 1) <= width:
                lines[-1] = longer
            else:
                lines.append(piece)
        return lines

    def wrap(
        self, text: str, face: str, size: float, width: float, *, double_names_whole: bool = False
    ) -> list[str]:
        """Return the text as lines no wider than ``width``.

        A line ends at a space or after the hyphen of a double name; a word that is still too long is
        broken, with a hyphen.
        """
        lines, current = [], ""
        for part, gap in self._pieces(text, whole=double_names_whole):
            longer = current + gap + part if current else part
            if self.width(longer, face, size) <= width:
                current = longer
                continue
            if current:
                lines.append(current)
            while self.width(part, face, size) > width and len(part) > 1:
                begun = self._prefix(part, face, width / size, HYPHEN)
                lines.append(begun + HYPHEN)
                part = part[len(begun) :]
            current = part
        return [*lines, current]

    @staticmethod
    def _pieces(text: str, *, whole: bool) -> Iterator[tuple[str, str]]:
        """(what is not parted unless it must be, what stands before it on the same line)."""
        for word in cleaned(text).split(" "):
            gap = " "
            for piece in [word] if whole else _HYPHENS.split(word):
                yield piece, gap
                gap = ""

    def _prefix(self, text: str, face: str, room: float, then: str = "") -> str:
        """As much of the beginning as there is room for, with what comes behind it."""
        low, high = 1, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self._measured(text[:middle] + then, face) <= room:
                low = middle
            else:
                high = middle - 1
        return text[:low]

    def _measured(self, text: str, face: str) -> float:
        """The width at size 1."""
        parts = self._parts(text, FILES[face])
        return sum([sum(map(_widths(file), map(ord, part))) / 1000 for file, part in parts], start=0.0)

    def _set(self, text: str, face: str) -> Line:
        runs = []
        for file, part in self._parts(text, FILES[face]):
            font = self._font(file)
            for subset, codes in font.splitString(part, self._document):
                name = font.getSubsetInternalName(subset, self._document)
                runs.append((name, "".join(map(_LITERAL.__getitem__, codes))))
        return Line(self._measured(text, face), tuple(runs))

    def _font(self, file: str) -> TTFont:
        font = self._fonts.get(file)
        if font is None:
            font = self._fonts[file] = copy(_read(file))
            font.face, font.state = copy(font.face), WeakKeyDictionary()
        return font

    def _parts(self, text: str, files: tuple[str, ...]) -> list[tuple[str, str]]:
        first = _coverage(files[0])
        if first.issuperset(map(ord, text)):
            return [(files[0], text)] if text else []
        parts: list[tuple[str, str]] = []
        for word in text.split(" "):
            for file, part in self._word(word, files):
                self._join(parts, file, part)
            self._join(parts, parts[-1][0] if parts else files[0], " ")
        file, last = parts.pop()
        return [*parts, (file, last[:-1])] if last != " " else parts

    def _word(self, word: str, files: tuple[str, ...]) -> list[tuple[str, str]]:
        """A word in one font if one has it all: half a name in another hand looks like a mistake."""
        for file in files:
            if _coverage(file).issuperset(map(ord, word)):
                return [(file, word)]
        parts: list[tuple[str, str]] = []
        for char in word:
            has = [file for file in files if ord(char) in _coverage(file)]
            self._join(parts, *((has[0], char) if has else (files[0], "?")))
        return parts

    @staticmethod
    def _join(parts: list[tuple[str, str]], file: str, text: str) -> None:
        if parts and parts[-1][0] == file:
            parts[-1] = (file, parts[-1][1] + text)
        elif text:
            parts.append((file, text))
