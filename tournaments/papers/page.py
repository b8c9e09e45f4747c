"""A sheet of paper: its margins, and how text and lines are drawn and tagged."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import segno
from django.utils.translation import gettext as _

from tournaments.papers.pdf_file import PdfFile
from tournaments.papers.structure import pdf_text
from tournaments.papers.text_shaping import LEADING, TEXT, cleaned
from tournaments.papers.values import A4, TournamentHeader

SIZES = {A4: (595.28, 841.89)}
LETTER_SIZE = (612.0, 792.0)
LEFT, CENTRE, RIGHT = 0.0, 0.5, 1.0
# The height of a text: that of two small lines, or as a share of its size.
_MIN_TEXT_HEIGHT, _HEIGHT_SHARE = (
    19.5,
    1.5,
)
SPONSORS = 15.0  # the height of the line of sponsors at the foot
_DOT = "q {0} w 1 J {1:.2f} {2:.2f} m {1:.2f} {2:.2f} l S Q"


def ignore_progress(done: int) -> None:
    """Ignore the progress."""


def _actual_text(text: str) -> str:
    """Return the attribute that gives the reading order of a text that is drawn in another order."""
    return f"/ActualText{pdf_text(cleaned(text))}"


def board_width(holes: int) -> float:
    return holes * 8.5 + (holes - 1) // 5 * 5.0 + 10


def _hole_x(right: float, holes: int, hole: int) -> float:
    """Return the x of a hole: they are in groups of five."""
    return right - board_width(holes) + 9.25 + (hole - 1) * 8.5 + (hole - 1) // 5 * 5.0


@dataclass(frozen=True, slots=True)
class Area:
    """The part of a page that one card or one slip occupies."""

    left: float
    right: float
    bottom: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


class Sheet:
    """The page being drawn.

    Text with a ``tag`` is read by screen readers; everything else is decoration to them.
    """

    margin = 36.0

    def __init__(
        self,
        header: TournamentHeader,
        title: str,
        *,
        landscape: bool = False,
        size: tuple[float, float] | None = None,
    ) -> None:
        """Prepare a document; with `landscape` the long side is its width. `size` is that of larger paper."""
        self.header = header
        self.width, self.height = size or SIZES.get(header.paper, LETTER_SIZE)
        if landscape:
            self.width, self.height = self.height, self.width
        self.left, self.right = self.margin, self.width - self.margin
        self.bottom, self.top = self.margin, self.height - self.margin
        if header.organiser.sponsors:
            self.bottom += SPONSORS
        self._alone = header.file is None
        self._file = header.file or PdfFile(header, title)
        self._canvas, self._tree, self.shaper = self._file.canvas, self._file.tree, self._file.shaper
        self._number = self._file.begin_paper(self.width, self.height)
        self._depth = self._tree.depth
        if not self._alone:
            self._tree.begin("Sect")
        self._decorating = self._inside = self._has_text = self._turned = False
        self._read: list[str] = []  # in the element that is being drawn
        self._shared_grid = 0
        self._has_pages = False

    @property
    def area(self) -> Area:
        """Return the page within its margins."""
        return Area(self.left, self.right, self.bottom, self.top)

    def bookmark(self, title: str) -> None:
        """Add this page to the bookmarks of the document."""
        self._file.bookmarks.add(cleaned(title), self._canvas.page_object)

    # what is read aloud

    @contextmanager
    def group(self, tag: str, attributes: str = "") -> Iterator[None]:
        """Open a structure element that holds others (Sect, Table, TR, L, LI) for the ``with`` block."""
        self._tree.begin(tag, attributes)
        yield
        self._tree.end()

    def begin(self, tag: str) -> None:
        """Open a group that ``end`` closes; quicker than ``group`` in a long table."""
        self._tree.begin(tag)

    def end(self) -> None:
        """Close the innermost group."""
        self._tree.end()

    def add_empty_cell(self, tag: str = "TD", attributes: str = "") -> None:
        """Add an empty cell."""
        self._tree.add_empty_cell(tag, attributes)

    @contextmanager
    def tagged(self, tag: str, attributes: str = "", *, read: str = "") -> Iterator[None]:
        """Make all drawn in the ``with`` block one element, read in the order of drawing or as `read`."""
        self._open(tag)
        self._inside, self._has_text = True, False
        self._read, self._turned = [], False
        yield
        self._inside = self._has_text = False
        self._canvas.code.append("EMC")
        read = read or (" ".join(self._read) if self._turned else "")
        self._tree.drawn(attributes + _actual_text(read) if read else attributes)

    def _open(self, tag: str) -> None:
        code = self._canvas.code
        if self._decorating:
            code.append("EMC")
            self._decorating = False
        mark = self._tree.leaf(tag, self._canvas.page_object)
        code.append(f"/{tag} <</MCID {mark}>> BDC")

    def draw(self, operators: str) -> None:
        """Add PDF operators as they are: decoration unless inside ``tagged``."""
        code = self._canvas.code
        if not self._inside and not self._decorating:
            code.append("/Artifact BMC")
            self._decorating = True
        code.append(operators)

    # text

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        face: str = TEXT,
        *,
        align: float = LEFT,
        width: float | None = None,
        tag: str = "",
        attributes: str = "",
        height: float | None = None,
    ) -> float:
        """Draw text with its baseline at y and x at its start, middle or end; return its width.

        `width` is the room it has, `height` that around the middle of the line. By `TextShaper.fit` it is
        drawn smaller or on several lines, and never cut.
        """
        if not text:
            if tag:
                self._tree.add_empty_cell(tag, attributes)
            return 0.0
        lines, fits = [text], size
        if width is not None:
            lines, fits = self.shaper.fit(
                text, face, size, width, height or max(size * _HEIGHT_SHARE, _MIN_TEXT_HEIGHT)
            )
        if len(lines) > 1:
            y += (size - fits) * 0.34 + fits * LEADING * (len(lines) - 1) / 2
        elif tag:
            line = self.shaper.line(lines[0], face)
            self._open(tag)
            self._canvas.code.append(line.operators(x - align * line.width * fits, y, fits) + " EMC")
            self._tree.drawn(attributes + _actual_text(text) if line.turned else attributes)
            self._has_text = self._inside
            return line.width * fits
        with self.tagged(tag, attributes) if tag else nullcontext():
            return max(
                self._line(x, y - at * fits * LEADING, line, fits, face, align)
                for at, line in enumerate(lines)
            )

    def _line(self, x: float, y: float, text: str, size: float, face: str, align: float) -> float:
        line = self.shaper.line(text, face)
        wide = line.width * size
        operators = line.operators(x - align * wide, y, size)
        if self._has_text:
            space = self.shaper.line(" ", face).operators(x, y, size)  # two lines, two words
            operators = f"{space} {operators}"
        self._has_text = self._inside
        if self._inside:
            self._read.append(text)
            self._turned = self._turned or line.turned
        self.draw(operators)
        return wide

    def lines(
        self,
        x: float,
        y: float,
        lines: Iterable[str],
        size: float,
        face: str = TEXT,
        *,
        leading: float,
        align: float = LEFT,
        width: float | None = None,
    ) -> float:
        """Draw lines one below the other, the first with its baseline at y; return the y of the next."""
        for line in lines:
            self.text(x, y, line, size, face, align=align, width=width)
            y -= leading
        return y

    def block(
        self,
        x: float,
        middle: float,
        text: str,
        size: float,
        width: float,
        face: str = TEXT,
        *,
        align: float = LEFT,
        height: float | None = None,
    ) -> None:
        """Draw a name centred on the height `middle`, in a room that is by default two lines high."""
        room = height or size * 2
        self.text(x, middle - size * 0.34, text, size, face, align=align, width=width, height=room)

    # lines

    def rule(self, x1: float, y1: float, x2: float, y2: float, weight: float = 0.6) -> None:
        """Draw a straight line."""
        self.draw(f"{weight:g} w {x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S")

    def box(
        self, x: float, y: float, width: float, height: float, weight: float = 1.0, radius: float = 0.0
    ) -> None:
        """Draw a frame with its lower left corner at (x, y)."""
        path = self._canvas.beginPath()
        if radius:
            path.roundRect(x, y, width, height, radius)
        else:
            path.rect(x, y, width, height)
        self.draw(f"{weight:g} w {path.getCode()} S")

    def dashes(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a dashed line to cut along."""
        self.draw(f"q 0.6 w [4 4] 0 d {x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S Q")

    def board(self, right: float, y: float, holes: int, pegs: Iterable[int] = ()) -> float:
        """Draw a strip of cribbage board with a hole a game and some pegs; return its left end."""
        left = right - board_width(holes)
        self.box(left, y - 7.5, right - left, 15, 0.8, 7.5)
        for hole in range(1, holes + 1):
            x = _hole_x(right, holes, hole)
            self.draw(f"{_DOT.format(3.8, x, y)} 1 G {_DOT.format(2.4, x, y)} 0 G")
        self.pegs(right, y, holes, pegs)
        return left

    def pegs(self, right: float, y: float, holes: int, pegs: Iterable[int]) -> None:
        """Draw pegs in a board that is drawn already."""
        for hole in pegs:
            self.draw(_DOT.format(6.2, _hole_x(right, holes, hole), y))

    def qr(self, url: str, x: float, y: float, side: float, *, read: bool = True, words: str = "") -> None:
        """Draw the QR code of an address, with its quiet zone; nothing for an empty address.

        `words` describe its target to screen readers; by default the page of the tournament.
        """
        if not url:
            return
        if not read:
            self._qr(url, x, y, side)
            return
        label = _("QR code of the tournament’s page, with standings and seats: %(address)s")
        words = words or label % {"address": url}
        with self._figure(words, x, y, side, side):
            self._qr(url, x, y, side)

    def _figure(self, words: str, x: float, y: float, width: float, height: float) -> Any:
        """Open a figure that screen readers describe by these words, in this box."""
        box = f"/A<</O/Layout/Placement/Block/BBox[{x:.1f} {y:.1f} {x + width:.1f} {y + height:.1f}]>>"
        return self.tagged("Figure", f"/Alt{pdf_text(words)}{box}")

    def picture(self, png: bytes, x: float, y: float, width: float, height: float, words: str = "") -> None:
        """Draw a picture in a box, described by these words; without them screen readers skip it."""
        operators = f"q {width:.2f} 0 0 {height:.2f} {x:.2f} {y:.2f} cm /{self._canvas.picture(png)} Do Q"
        with self._figure(words, x, y, width, height) if words else nullcontext():
            self.draw(operators)

    def bar(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a box with a colour such as `#1d4f40`."""
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        fill = f"{red:.3f} {green:.3f} {blue:.3f} rg"
        self.draw(f"q {fill} {x:.2f} {y:.2f} {width:.2f} {height:.2f} re f Q")

    def _qr(self, url: str, x: float, y: float, side: float) -> None:
        if url == self.header.public_url:
            if not self._shared_grid:
                path, self._shared_grid = qr_path(url)
                self.form("qr", lambda: self.draw(path))
            self._draw_scaled(
                x, y, side / self._shared_grid, lambda: self._canvas.doForm(self._form_key("qr"))
            )
        else:
            path, grid = qr_path(url)
            self._draw_scaled(x, y, side / grid, lambda: self.draw(path))

    @contextmanager
    def upside_down(self) -> Iterator[None]:
        """Draw upside down in the ``with`` block, for paper that is folded."""
        self.draw(f"q -1 0 0 -1 {self.width:.2f} {self.height:.2f} cm")
        yield
        self.draw("Q")

    # forms

    def form(self, name: str, draw: Callable[[], None]) -> None:
        """Define once what many pages share; screen readers skip its text."""
        inside, actual = self._inside, self._has_text
        self._inside, self._has_text = True, False
        self._canvas.beginForm(self._form_key(name))
        draw()
        self._canvas.endForm()
        self._inside, self._has_text = inside, actual

    def _draw_scaled(self, x: float, y: float, scale: float, draw: Callable[[], None]) -> None:
        self.draw(f"q {scale:.4f} 0 0 {scale:.4f} {x:.2f} {y:.2f} cm")
        draw()
        self.draw("Q")

    def show(self, name: str) -> None:
        """Draw a form that ``form`` has defined, at the place where it was defined."""
        self.draw("")
        self._canvas.doForm(self._form_key(name))

    def _form_key(self, name: str) -> str:
        """Return the name of a form within the file: each paper has its own."""
        return f"{name}-{self._number}"

    # pages

    def end_page(self) -> None:
        """End this page; the next drawing begins another."""
        if self._decorating:
            self._canvas.code.append("EMC")
            self._decorating = False
        self._has_pages = True
        self._file.end_page()

    def finish(self) -> bytes:
        """Return the PDF file, or nothing if other papers share it.

        If no page was ended, all drawn is one page, or an empty one.
        """
        if not self._has_pages:
            self.end_page()
        if self._alone:
            return self._file.finished()
        self._tree.end_down_to(self._depth)
        return b""


_QR_MASK = 4  # fixed: choosing the best of eight takes longer than the rest of a page, and readers accept any
_QR_MARGIN = 4


def qr_path(text: str) -> tuple[str, int]:
    """Return the QR code of a text as one filled path on a grid of unit squares, and the side of that grid.

    The quiet zone is part of the grid.
    """
    encoding = None if text.isascii() else "utf-8"  # the encoding that every phone assumes
    code = segno.make_qr(text, error="m", mask=_QR_MASK, boost_error=False, encoding=encoding)
    side = len(code.matrix) + 2 * _QR_MARGIN
    path = []
    for number, row in enumerate(code.matrix):
        y, x = side - _QR_MARGIN - number - 1, 0
        while x < len(row):
            if not row[x]:
                x += 1
                continue
            end = row.find(b"\x00", x)
            end = len(row) if end < 0 else end
            path.append(f"{x + _QR_MARGIN} {y} {end - x} 1 re")
            x = end
    return " ".join(path) + " f", side
