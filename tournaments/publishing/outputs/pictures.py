"""Pictures for social media, as PNG, each with its text: podium, podium of each category, first ten."""

from collections.abc import Iterator, Sequence

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import registration
from tournaments.publishing import ceremony, explain
from tournaments.publishing.names import day as date_words
from tournaments.publishing.outputs.canvas import PAPER, SOFT, Box, Picture, Text
from tournaments.publishing.outputs.honours import Group
from tournaments.publishing.outputs.rows import LANGUAGES, Day
from tournaments.standings import Row, Standings

MEDALS = {1: "#e3b64a", 2: "#c9c6be", 3: "#d3955f"}
WIDE, SQUARE = (1200, 630), (1080, 1080)
FIRST = 10
MIN_LINES, MAX_LINES = 3, 7  # lines of a podium
MARGIN, TOP, FOOT = 60, 172, 54  # at both sides; where the lines begin and how far from the foot they end
MAX_FONT_SIZE = 58
OF_A_NAME = 0.6  # of a line, the rest is for the club


def picture_files(day: Day) -> Iterator[tuple[str, bytes]]:
    """Yield all pictures in each language, each with its alternative text."""
    for language, folder in LANGUAGES.items():
        with translation.override(language):
            yield f"podium-{folder}.png", podium(day).png()
            yield f"podium-{folder}.txt", podium_text(day).encode()
            yield f"first-ten-{folder}.png", first_ten(day).png()
            yield f"first-ten-{folder}.txt", first_ten_text(day).encode()
            for group in of_categories(day):
                yield f"category-{group.id}-{folder}.png", podium(day, group).png()
                yield f"category-{group.id}-{folder}.txt", podium_text(day, group).encode()


def of_categories(day: Day) -> list[Group]:
    """Return the categories that have a picture: those whose podium is not empty."""
    return [group for group in day.categories if ceremony.on_podium(group.shown)]


def podium_text(day: Day, group: Group | None = None) -> str:
    """Return the text of the picture of the podium, of all or of a category."""
    shown = group.shown if group else day.shown
    return _text(day, ceremony.on_podium(shown), shown, *([group.name] if group else []))


def first_ten_text(day: Day) -> str:
    """Return the text of the picture of the first ten."""
    return _text(day, day.shown.ranked[:FIRST], day.shown)


def _text(day: Day, rows: Sequence[Row], shown: Standings, *of: str) -> str:
    def said(row: Row) -> str:
        beside = registration.club_beside(row.name, row.club)
        club = f" ({beside})" if beside else ""
        rank = f"{row.rank}. " if shown.has_places else ""
        return f"{rank}{row.name}{club}, {explain.standing(row, shown)}"

    head = f"{day.name}, {date_words(day.date)}. {state(day)}"
    return "\n".join([head, *of, *map(said, rows), ""])


def state(day: Day) -> str:
    """Return whether the standings are final, in words."""
    if day.is_official:
        return _("Official standings")
    if day.shown.by_bracket:
        return _("Interim standings")
    words = {"game": day.through, "games": day.rules["rounds"]}
    return _("Interim standings after game %(game)s of %(games)s") % words


def podium(day: Day, group: Group | None = None) -> Picture:
    """Draw the podium of all or of a category, 1200 × 630, with big names.

    Where they are too many, the last line says how many others there are.
    """
    shown = group.shown if group else day.shown
    on_podium = ceremony.on_podium(shown)
    rows = on_podium if len(on_podium) <= MAX_LINES else on_podium[: MAX_LINES - 1]
    more = len(on_podium) - len(rows)
    picture = _begun(WIDE, day, group.name if group else "")
    lines = _lines(WIDE, max(len(rows) + bool(more), MIN_LINES))
    for row, line in zip(rows, lines, strict=False):
        _place(picture, line, row, row.rank, shown)
    if more:
        words = ngettext("and %(count)s other", "and %(count)s others", more) % {"count": more}
        picture.texts.append(Text(words, lines[-1], 28, colour=SOFT))
    return picture


def first_ten(day: Day) -> Picture:
    """Draw the first ten, 1080 × 1080."""
    picture = _begun(SQUARE, day)
    for row, line in zip(day.shown.ranked, _lines(SQUARE, FIRST), strict=False):
        _place(picture, line, row, day.shown.place_of(row), day.shown)
    return picture


def _begun(size: tuple[int, int], day: Day, category: str = "") -> Picture:
    """Return a picture with the head of the tournament or a category; at the foot whether it is final."""
    wide, high = size
    right = wide - MARGIN
    about = (day.name, date_words(day.date)) if category else (date_words(day.date), day.place)
    texts = [
        Text(category or day.name, Box(MARGIN, 8, right, 88), MAX_FONT_SIZE, bold=True),
        Text(" · ".join(filter(None, about)), Box(MARGIN, 90, right, 144), 32),
        Text(state(day), Box(MARGIN, high - FOOT, right, high - 10), 26, colour=SOFT),
    ]
    return Picture(size, texts)


def _lines(size: tuple[int, int], count: int) -> list[Box]:
    """Divide the space between head and foot into boxes for so many lines."""
    wide, high = size
    each = (high - FOOT - TOP) / count
    return [Box(MARGIN, TOP + at * each, wide - MARGIN, TOP + (at + 0.94) * each) for at in range(count)]


def _place(picture: Picture, line: Box, row: Row, rank: int | None, shown: Standings) -> None:
    """Add a line: the rank on a disc, the name with the club under it, the figure at the right."""
    half = min(line.height * 0.42, 44)
    disc = Box(line.left, line.middle - half, line.left + 2 * half, line.middle + half)
    left, parted = disc.right + 28, line.top + line.height * OF_A_NAME
    has = Text(
        explain.standing(row, shown),
        Box((left + line.right) / 2, line.top, line.right, line.bottom),
        min(line.height * 0.38, 36),
        align=1,
    )
    right = line.right - has.width - 30
    club = registration.club_beside(row.name, row.club)
    under = parted if club else line.bottom
    picture.discs.append((disc, MEDALS.get(rank or 0, PAPER)))
    picture.texts += [
        Text(str(rank or ""), disc, half, bold=True, align=0.5),
        Text(row.name, Box(left, line.top, right, under), min(line.height * 0.48, MAX_FONT_SIZE), bold=True),
        has,
    ]
    if club:
        picture.texts.append(Text(club, Box(left, parted, right, line.bottom), 30, colour=SOFT))
