"""Lay a picture out as texts, each with a box, and paint it as PNG. No text leaves its box or is cut."""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from tournaments.papers.text_fitting import fit
from tournaments.papers.text_shaping import BOLD, FONTS, LEADING, TEXT, cleaned, measured, parts

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

PAPER, MAPLE, EDGE, INK, SOFT = "#f5eddf", "#e2bd88", "#a9783f", "#2a1f14", "#5c4a36"
HEAD = 150
MIN_FONT_SIZE = 18
OF_A_LINE = 1.3  # of the font size: the height of a line with the accents of its capitals
BASELINE = 0.37  # of the font size: how far the baseline is below the middle of a line


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a picture, in pixels from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


@dataclass(frozen=True)
class Text:
    """A text in its box, vertically centred; `align`: 0 at the left, 1 at the right."""

    said: str
    box: Box
    size: float
    bold: bool = False
    colour: str = INK
    align: float = 0.0

    @cached_property
    def lines(self) -> tuple[list[str], int]:
        """Fit the text into its box. Return the lines and their size."""
        face, said, high = self._face, cleaned(self.said), self.box.height / OF_A_LINE * LEADING
        size = min(self.size, self.box.height / OF_A_LINE)
        lines, fits = fit(
            said, lambda line: measured(line, face), size, self.box.width, high, smallest=MIN_FONT_SIZE
        )
        whole = max(int(fits), 1)
        while whole > 1 and max(_length(line, face, whole) for line in lines) > self.box.width:
            whole -= 1  # letters on a grid of pixels are wider
        return lines, whole

    @property
    def width(self) -> float:
        """Return the width that the text takes of its box."""
        lines, size = self.lines
        return max(_length(line, self._face, size) for line in lines)

    def paint(self, draw: Any) -> None:
        """Draw it on an `ImageDraw`."""
        lines, size = self.lines
        high = size * LEADING
        y = self.box.middle - high * (len(lines) - 1) / 2 + size * BASELINE
        for line in lines:
            x = self.box.left + (self.box.width - _length(line, self._face, size)) * self.align
            for part, font in _fonts(line, self._face, size):
                draw.text((x, y), part, font=font, fill=self.colour, anchor="ls")
                x += font.getlength(part)
            y += high

    @property
    def _face(self) -> str:
        return BOLD if self.bold else TEXT


@dataclass
class Picture:
    """A picture: its texts, and its discs with their colours."""

    size: tuple[int, int]
    texts: list[Text] = field(default_factory=list)
    discs: list[tuple[Box, str]] = field(default_factory=list)

    def png(self) -> bytes:
        """Paint the picture and return it as a PNG file."""
        from PIL import Image, ImageDraw

        image = Image.new("RGB", self.size, PAPER)
        draw: Any = ImageDraw.Draw(image)
        draw.rectangle((0, 0, self.size[0], HEAD), fill=MAPLE)
        draw.rectangle((0, HEAD, self.size[0], HEAD + 8), fill=EDGE)
        for box, colour in self.discs:
            where = (box.left, box.top, box.right, box.bottom)
            draw.ellipse(where, fill=colour, outline=EDGE, width=3)
        for text in self.texts:
            text.paint(draw)
        out = io.BytesIO()  # the smallest file, a twentieth less, would take seven times as long
        image.quantize(64, Image.Quantize.FASTOCTREE).save(out, "PNG")
        return out.getvalue()


def _length(line: str, face: str, size: int) -> float:
    return sum(font.getlength(part) for part, font in _fonts(line, face, size))


def _fonts(line: str, face: str, size: int) -> Iterator[tuple[str, "FreeTypeFont"]]:
    for file, part in parts(line, face):
        yield part, _font(file, size)


@cache
def _font(file: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    # no reordering: order and forms of letters are decided already, with or without libraries of the system
    return ImageFont.truetype(str(FONTS / file), size, layout_engine=ImageFont.Layout.BASIC)
