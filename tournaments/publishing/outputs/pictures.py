"""Pictures for social media, as PNG, each with its text: podium, podium of each category, first ten."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import registration
from tournaments.papers.text_fitting import fit
from tournaments.papers.text_shaping import BOLD, FONTS, LEADING, TEXT, cleaned, parts, text_width
from tournaments.publishing import ceremony, explain
from tournaments.publishing.names import date_words
from tournaments.publishing.outputs.honours import Group
from tournaments.publishing.outputs.rows import LANGUAGES, TournamentData
from tournaments.standings import Row, Standings

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

PAPER, MAPLE, EDGE, INK, SOFT = "#f5eddf", "#e2bd88", "#a9783f", "#2a1f14", "#5c4a36"
HEAD_HEIGHT = 150
MIN_FONT_SIZE = 18
LINE_HEIGHT = 1.3  # of the font size: the height of a line with the accents of its capitals
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

    content: str
    box: Box
    size: float
    bold: bool = False
    colour: str = INK
    align: float = 0.0

    @cached_property
    def lines(self) -> tuple[list[str], int]:
        """Fit the text into its box. Return the lines and their size."""
        face, text, high = self._face, cleaned(self.content), self.box.height / LINE_HEIGHT * LEADING
        size = min(self.size, self.box.height / LINE_HEIGHT)
        lines, fits = fit(text, lambda line: text_width(line, face), size, self.box.width, high)
        whole = max(int(fits), 1)
        while whole > 1 and max(_text_length(line, face, whole) for line in lines) > self.box.width:
            whole -= 1  # letters on a grid of pixels are wider
        return lines, whole

    @property
    def width(self) -> float:
        """Return the width that the text takes of its box."""
        lines, size = self.lines
        return max(_text_length(line, self._face, size) for line in lines)

    def paint(self, draw: Any) -> None:
        """Draw it on an `ImageDraw`."""
        lines, size = self.lines
        high = size * LEADING
        y = self.box.middle - high * (len(lines) - 1) / 2 + size * BASELINE
        for line in lines:
            x = self.box.left + (self.box.width - _text_length(line, self._face, size)) * self.align
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
        draw.rectangle((0, 0, self.size[0], HEAD_HEIGHT), fill=MAPLE)
        draw.rectangle((0, HEAD_HEIGHT, self.size[0], HEAD_HEIGHT + 8), fill=EDGE)
        for box, colour in self.discs:
            where = (box.left, box.top, box.right, box.bottom)
            draw.ellipse(where, fill=colour, outline=EDGE, width=3)
        for text in self.texts:
            text.paint(draw)
        out = io.BytesIO()  # the smallest file, a twentieth less, would take seven times as long
        image.quantize(64, Image.Quantize.FASTOCTREE).save(out, "PNG")
        return out.getvalue()


def _text_length(line: str, face: str, size: int) -> float:
    return sum(font.getlength(part) for part, font in _fonts(line, face, size))


def _fonts(line: str, face: str, size: int) -> Iterator[tuple[str, "FreeTypeFont"]]:
    for file, part in parts(line, face):
        yield part, _font(file, size)


@cache
def _font(file: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    # no reordering: order and forms of letters are decided already, with or without libraries of the system
    return ImageFont.truetype(str(FONTS / file), size, layout_engine=ImageFont.Layout.BASIC)


MEDALS = {1: "#e3b64a", 2: "#c9c6be", 3: "#d3955f"}
WIDE, SQUARE = (1200, 630), (1080, 1080)
LISTED_ROWS = 10
MIN_LINES, MAX_LINES = 3, 7  # lines of a podium
MARGIN, TOP, FOOT = 60, 172, 54  # at both sides; where the lines begin and how far from the foot they end
MAX_FONT_SIZE = 58
NAME_SHARE = 0.6  # of a line, the rest is for the club


def picture_files(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield all pictures in each language, each with its alternative text."""
    for language, folder in LANGUAGES.items():
        with translation.override(language):
            yield f"podium-{folder}.png", podium(data).png()
            yield f"podium-{folder}.txt", podium_text(data).encode()
            yield f"first-ten-{folder}.png", first_ten(data).png()
            yield f"first-ten-{folder}.txt", first_ten_text(data).encode()
            for group in picture_categories(data):
                yield f"category-{group.id}-{folder}.png", podium(data, group).png()
                yield f"category-{group.id}-{folder}.txt", podium_text(data, group).encode()


def picture_categories(data: TournamentData) -> list[Group]:
    """Return the categories that have a picture: those whose podium is not empty."""
    return [group for group in data.categories if ceremony.on_podium(group.shown)]


def podium_text(data: TournamentData, group: Group | None = None) -> str:
    """Return the text of the picture of the podium, of all or of a category."""
    shown = group.shown if group else data.standings
    return _alt_text(data, ceremony.on_podium(shown), shown, *([group.name] if group else []))


def first_ten_text(data: TournamentData) -> str:
    """Return the text of the picture of the first ten."""
    return _alt_text(data, data.standings.ranked[:LISTED_ROWS], data.standings)


def _alt_text(data: TournamentData, rows: Sequence[Row], shown: Standings, *of: str) -> str:
    def line(row: Row) -> str:
        beside = registration.club_beside(row.name, row.club)
        club = f" ({beside})" if beside else ""
        rank = f"{row.rank}. " if shown.has_places else ""
        return f"{rank}{row.name}{club}, {explain.standing_text(row, shown)}"

    head = f"{data.name}, {date_words(data.date)}. {state(data)}"
    return "\n".join([head, *of, *map(line, rows), ""])


def state(data: TournamentData) -> str:
    """Return whether the standings are final, in words."""
    if data.is_official:
        return _("Official standings")
    if data.standings.by_bracket:
        return _("Provisional standings")
    words = {"game": data.last_game, "games": data.rules["rounds"]}
    return _("Provisional standings after game %(game)s of %(games)s") % words


def podium(data: TournamentData, group: Group | None = None) -> Picture:
    """Draw the podium of all or of a category, 1200 × 630, with big names.

    Where they are too many, the last line says how many others there are.
    """
    shown = group.shown if group else data.standings
    on_podium = ceremony.on_podium(shown)
    rows = on_podium if len(on_podium) <= MAX_LINES else on_podium[: MAX_LINES - 1]
    more = len(on_podium) - len(rows)
    picture = _new_picture(WIDE, data, group.name if group else "")
    lines = _line_boxes(WIDE, max(len(rows) + bool(more), MIN_LINES))
    for row, line in zip(rows, lines, strict=False):
        _add_row(picture, line, row, row.rank, shown, medals=data.is_official)
    if more:
        words = ngettext("and %(count)s other", "and %(count)s others", more) % {"count": more}
        picture.texts.append(Text(words, lines[-1], 28, colour=SOFT))
    return picture


def first_ten(data: TournamentData) -> Picture:
    """Draw the first ten, 1080 × 1080."""
    picture = _new_picture(SQUARE, data)
    for row, line in zip(data.standings.ranked, _line_boxes(SQUARE, LISTED_ROWS), strict=False):
        _add_row(
            picture,
            line,
            row,
            data.standings.place_of(row),
            data.standings,
            medals=data.is_official,
        )
    return picture


def _new_picture(size: tuple[int, int], data: TournamentData, category: str = "") -> Picture:
    """Return a picture with the head of the tournament or a category; at the foot whether it is final."""
    wide, high = size
    right = wide - MARGIN
    about = (data.name, date_words(data.date)) if category else (date_words(data.date), data.place)
    texts = [
        Text(category or data.name, Box(MARGIN, 8, right, 88), MAX_FONT_SIZE, bold=True),
        Text(" · ".join(filter(None, about)), Box(MARGIN, 90, right, 144), 32),
        Text(state(data), Box(MARGIN, high - FOOT, right, high - 10), 26, colour=SOFT),
    ]
    return Picture(size, texts)


def _line_boxes(size: tuple[int, int], count: int) -> list[Box]:
    """Divide the space between head and foot into boxes for so many lines."""
    wide, high = size
    each = (high - FOOT - TOP) / count
    return [Box(MARGIN, TOP + at * each, wide - MARGIN, TOP + (at + 0.94) * each) for at in range(count)]


def _add_row(
    picture: Picture, line: Box, row: Row, rank: int | None, shown: Standings, *, medals: bool
) -> None:
    """Add a line: the rank on a disc, the name with the club under it, the figure at the right.

    With `medals` the disc of the first three has the colour of the medal: an interim rank is none.
    """
    half = min(line.height * 0.42, 44)
    disc = Box(line.left, line.middle - half, line.left + 2 * half, line.middle + half)
    left, parted = disc.right + 28, line.top + line.height * NAME_SHARE
    has = Text(
        explain.standing_text(row, shown),
        Box((left + line.right) / 2, line.top, line.right, line.bottom),
        min(line.height * 0.38, 36),
        align=1,
    )
    right = line.right - has.width - 30
    club = registration.club_beside(row.name, row.club)
    under = parted if club else line.bottom
    picture.discs.append((disc, MEDALS.get(rank or 0, PAPER) if medals else PAPER))
    picture.texts += [
        Text(str(rank or ""), disc, half, bold=True, align=0.5),
        Text(row.name, Box(left, line.top, right, under), min(line.height * 0.48, MAX_FONT_SIZE), bold=True),
        has,
    ]
    if club:
        picture.texts.append(Text(club, Box(left, parted, right, line.bottom), 30, colour=SOFT))
