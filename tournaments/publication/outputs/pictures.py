"""Pictures for social media, as PNG, with what they say as text beside them: the podium, that of each
category, and the first ten.
"""

import io
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.publication import ceremony, explain
from tournaments.publication.names import day as date_words
from tournaments.publication.outputs.honours import Group
from tournaments.publication.outputs.rows import Day
from tournaments.standings import Row, Standings

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FONTS = Path(__file__).resolve().parents[2] / "documents" / "fonts"
PAPER, MAPLE, EDGE, INK, SOFT = "#f5eddf", "#e2bd88", "#a9783f", "#2a1f14", "#5c4a36"
MEDALS = {1: "#e3b64a", 2: "#c9c6be", 3: "#d3955f"}
WIDE, SQUARE = (1200, 630), (1080, 1080)
FIRST = 10
MOST_ON_PODIUM = 6
SMALLEST = 18


def files(day: Day) -> Iterator[tuple[str, bytes]]:
    """All pictures in both languages, each with its alternative text."""
    for language, folder in (("fr-ca", "fr"), ("en", "en")):
        with translation.override(language):
            yield f"podium-{folder}.png", podium(day)
            yield f"podium-{folder}.txt", podium_text(day).encode()
            yield f"first-ten-{folder}.png", first_ten(day)
            yield f"first-ten-{folder}.txt", first_ten_text(day).encode()
            for group in of_categories(day):
                yield f"category-{group.id}-{folder}.png", podium(day, group)
                yield f"category-{group.id}-{folder}.txt", podium_text(day, group).encode()


def of_categories(day: Day) -> list[Group]:
    """The categories that have a picture: somebody stands on their podium."""
    return [group for group in day.categories if ceremony.on_podium(group.shown)]


def podium_text(day: Day, group: Group | None = None) -> str:
    """What the picture of the podium says, of everybody or of a category."""
    shown = group.shown if group else day.shown
    return _text(day, ceremony.on_podium(shown), shown, *([group.name] if group else []))


def first_ten_text(day: Day) -> str:
    """What the picture of the first ten says."""
    return _text(day, day.shown.ranked[:FIRST], day.shown)


def _text(day: Day, rows: Sequence[Row], shown: Standings, *of: str) -> str:
    def said(row: Row) -> str:
        club = f" ({row.club})" if row.club else ""
        rank = f"{row.rank}. " if shown.has_places else ""
        return f"{rank}{row.name}{club}, {explain.standing(row, shown)}"

    head = f"{day.name}, {date_words(day.date)}. {state(day)}"
    return "\n".join([head, *of, *map(said, rows), ""])


def state(day: Day) -> str:
    """Whether the standings are final, in words."""
    if day.is_official:
        return _("Official standings")
    if day.shown.by_bracket:
        return _("Interim standings")
    words = {"game": day.through, "games": day.rules["rounds"]}
    return _("Interim standings after game %(game)s of %(games)s") % words


def podium(day: Day, group: Group | None = None) -> bytes:
    """1200 × 630: the names of the podium, of everybody or of a category, big."""
    canvas = _Canvas(WIDE, day, group.name if group else "")
    shown = group.shown if group else day.shown
    on_podium = ceremony.on_podium(shown)
    rows = on_podium[:MOST_ON_PODIUM]
    top, bottom = 190, 566
    height = (bottom - top) / max(len(rows), 3)
    for at, row in enumerate(rows):
        canvas.place(row, row.rank, top + at * height, height, explain.standing(row, shown))
    if len(on_podium) > len(rows):
        more = len(on_podium) - len(rows)
        words = ngettext("and %(count)s other", "and %(count)s others", more) % {"count": more}
        canvas.text(words, (60, bottom - 4), 28, colour=SOFT)
    return canvas.png()


def first_ten(day: Day) -> bytes:
    """1080 × 1080: the first ten."""
    canvas = _Canvas(SQUARE, day)
    top, bottom = 196, 1010
    height = (bottom - top) / FIRST
    for at, row in enumerate(day.shown.ranked[:FIRST]):
        rank = day.shown.place_of(row)
        canvas.place(row, rank, top + at * height, height, explain.standing(row, day.shown))
    return canvas.png()


class _Canvas:
    """A picture with the head of the day, or of one category of it; text shrinks until it fits, and is cut at
    the very end.
    """

    def __init__(self, size: tuple[int, int], day: Day, category: str = "") -> None:
        from PIL import Image, ImageDraw

        self.image = Image.new("RGB", size, PAPER)
        self.draw: Any = ImageDraw.Draw(self.image)
        self.width, self.height = size
        self.draw.rectangle((0, 0, self.width, 150), fill=MAPLE)
        self.draw.rectangle((0, 150, self.width, 158), fill=EDGE)
        inside = self.width - 120
        self.text(category or day.name, (60, 72), 58, bold=True, width=inside)
        about = (day.name, date_words(day.date)) if category else (date_words(day.date), day.place)
        where = " · ".join(part for part in about if part)
        self.text(where, (60, 122), 32, colour=INK, width=inside)
        self.text(state(day), (60, self.height - 22), 26, colour=SOFT, width=inside)

    def place(self, row: Row, rank: int | None, top: float, height: float, has: str) -> None:
        """A line: the rank on a disc, the name with the club under it, the points at the right."""
        middle, radius = top + height / 2, min(height * 0.36, 44)
        centre = 60 + radius
        box = (60, middle - radius, 60 + 2 * radius, middle + radius)
        self.draw.ellipse(box, fill=MEDALS.get(rank or 0, PAPER), outline=EDGE, width=3)
        where = (centre, middle + radius * 0.34)
        self.text(str(rank or ""), where, radius, bold=True, anchor="ms", width=2 * radius)
        left, right = 60 + 2 * radius + 28, self.width - 60
        size = min(height * 0.46, 58)
        points = self.text(
            has, (right, middle + size * 0.3), size * 0.62, anchor="rs", width=(right - left) / 2
        )
        room = right - left - points - 30
        at = middle + (0 if row.club else size * 0.3)
        self.text(row.name, (left, at), size, bold=True, width=room)
        if row.club:
            self.text(row.club, (left, middle + size * 0.66), size * 0.52, colour=SOFT, width=room)

    def text(
        self,
        said: str,
        at: tuple[float, float],
        size: float,
        *,
        bold: bool = False,
        colour: str = INK,
        anchor: str = "ls",
        width: float | None = None,
    ) -> float:
        """Write `said` with its baseline at `at`, no wider than `width`; how wide it has become."""
        font = _font(_file(said, bold), round(size))
        while width is not None and font.size > SMALLEST and font.getlength(said) > width:
            font = _font(_file(said, bold), int(font.size) - 1)
        while width is not None and len(said) > 1 and font.getlength(said) > width:
            said = said.rstrip("…")[:-1].rstrip() + "…"
        self.draw.text(at, said, font=font, fill=colour, anchor=anchor)
        return font.getlength(said)

    def png(self) -> bytes:
        """The picture as a file."""
        from PIL.Image import Quantize

        out = io.BytesIO()  # the smallest file, a twentieth less, would take seven times as long
        self.image.quantize(64, Quantize.FASTOCTREE).save(out, "PNG")
        return out.getvalue()


def _file(said: str, bold: bool) -> str:
    """The font file that has most of the letters of a text: the day's own wherever it has all of them."""
    from tournaments.documents.text_shaping import BOLD, FILES, TEXT, covers

    return max(FILES[BOLD if bold else TEXT], key=lambda file: sum(covers(file, letter) for letter in said))


@cache
def _font(file: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    return ImageFont.truetype(str(FONTS / file), size)
