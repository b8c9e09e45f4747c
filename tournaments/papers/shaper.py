"""Text as PDF operators: the fonts of a document, and the lines set with them.

Each document has its own copy of a font that was read once: a ReportLab font reads its outlines through one
cursor and counts what each document shows, so two threads may not share it.
"""

from copy import copy
from weakref import WeakKeyDictionary

from reportlab.pdfbase.ttfonts import TTFont

from tournaments.papers.text_fitting import Broken, fit, pieces
from tournaments.papers.text_shaping import TEXT, cleaned, load_font, parts, text_width, visual_order

HYPHEN = "-"
_SPECIAL = {ord("("): "\\(", ord(")"): "\\)", ord("\\"): "\\\\"}
_LITERAL = [_SPECIAL.get(n, chr(n) if 32 <= n < 127 else f"\\{n:03o}") for n in range(256)]
_CACHED_LINES = 4000
_ROUNDING = 0.01  # points: a column that is as wide as its widest cell is a sum, which may be a little less


class TextLine:
    """A line of text ready to be drawn: its width at size 1 and its runs, each of one font.

    `turned`: some of it is drawn in another order than it is read in.
    """

    __slots__ = ("runs", "turned", "width")

    def __init__(self, width: float, runs: tuple[tuple[str, str], ...], *, turned: bool) -> None:
        self.width, self.runs, self.turned = width, runs, turned

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
        self._lines: dict[tuple[str, str], TextLine] = {}
        self._known: dict[tuple[str, str], float] = {}
        self._broken: dict[str, Broken] = {}

    def line(self, text: str, face: str = TEXT) -> TextLine:
        """Return the text as one line; a character that no font has is shown as '?'."""
        key = (face, text)
        line = self._lines.get(key)
        if line is None:
            if len(self._lines) >= _CACHED_LINES:
                self._lines.clear()
            line = self._lines[key] = self._shape_line(cleaned(text), face)
        return line

    def width(self, text: str, face: str, size: float) -> float:
        """Return the width of the text at a font size; it is not set before it is drawn."""
        known = self._known.get((face, text))
        if known is None:
            if len(self._known) >= _CACHED_LINES:
                self._known.clear()
            known = self._known[face, text] = text_width(cleaned(text), face)
        return known * size

    def fit(self, text: str, face: str, size: float, width: float, height: float) -> tuple[list[str], float]:
        """Return the text as lines that fit a room, and their size in points; nothing is cut or left out."""
        broken = self._broken.setdefault(face, {})
        lines, fits = fit(text, lambda line: self.width(line, face, 1), size, width, height, broken=broken)
        return [*lines], fits

    def wrap_cell(self, text: str, face: str, size: float, width: float) -> list[str]:
        """Return the text as lines of this very size; a double name is parted only where it has no room."""
        room = width + _ROUNDING
        has_room = all(self.width(word, face, size) <= room for word, _gap in pieces(text, whole=True))
        return self.wrap(text, face, size, width, double_names_whole=has_room)

    def wrap(
        self, text: str, face: str, size: float, width: float, *, double_names_whole: bool = False
    ) -> list[str]:
        """Return the text as lines no wider than ``width``.

        A line ends at a space or after the hyphen of a double name; a word that is still too long is
        broken, with a hyphen.
        """
        lines, current, room = [], "", width + _ROUNDING
        for part, gap in pieces(text, whole=double_names_whole):
            longer = current + gap + part if current else part
            if self.width(longer, face, size) <= room:
                current = longer
                continue
            if current:
                lines.append(current)
            while self.width(part, face, size) > room and len(part) > 1:
                begun = self._prefix(part, face, width / size)
                lines.append(begun + HYPHEN)
                part = part[len(begun) :]
            current = part
        return [*lines, current]

    def _prefix(self, text: str, face: str, room: float) -> str:
        """Return as many leading letters as fit with a hyphen."""
        low, high = 1, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if text_width(text[:middle] + HYPHEN, face) <= room:
                low = middle
            else:
                high = middle - 1
        return text[:low]

    def _shape_line(self, text: str, face: str) -> TextLine:
        runs = []
        for file, part in parts(text, face):
            font = self._font(file)
            for subset, codes in font.splitString(part, self._document):
                name = font.getSubsetInternalName(subset, self._document)
                runs.append((name, "".join(map(_LITERAL.__getitem__, codes))))
        return TextLine(text_width(text, face), tuple(runs), turned=visual_order(text) != text)

    def _font(self, file: str) -> TTFont:
        font = self._fonts.get(file)
        if font is None:
            font = self._fonts[file] = copy(load_font(file))
            font.face, font.state = copy(font.face), WeakKeyDictionary()
        return font
