"""Name badges: the name readable across a table, to cut and pin on or slip into a holder."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.papers.page import CENTRE, Sheet, ignore_progress
from tournaments.papers.pagination import impose
from tournaments.papers.text_shaping import BOLD, BOLD_FIGURES
from tournaments.papers.values import Progress, TournamentHeader

_INSET = 16.0
_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class Badge:
    """The data of one badge."""

    number: int
    name: str
    club: str = ""


def badges(
    header: TournamentHeader,
    rows: Iterable[Badge],
    progress: Progress = ignore_progress,
    *,
    small: bool = False,
) -> bytes:
    """Draw the badges as a PDF file, six a page or ten `small` ones; a cut stack is in the order given."""
    every, down = tuple(rows), 5 if small else 3
    sheet = Sheet(header, _("Name badges"))
    for number, page in enumerate(impose(every, _COLUMNS * down), 1):
        sheet.bookmark(next(row.name for row in page if row))
        for place, row in enumerate(page):
            if row:
                with sheet.group("Sect"):
                    _badge(sheet, row, place, down)
        for line in range(1, down):
            y = sheet.height / down * line
            sheet.dashes(0, y, sheet.width, y)
        sheet.dashes(sheet.width / 2, 0, sheet.width / 2, sheet.height)
        sheet.end_page()
        progress(min(number * _COLUMNS * down, len(every)))
    return sheet.finish()


def _badge(sheet: Sheet, row: Badge, place: int, down: int) -> None:
    """Draw the tournament above, the given names largest, the family name, the club and the number."""
    high, wide = sheet.height / down, sheet.width / _COLUMNS - 2 * _INSET
    middle = sheet.width / 4 * (1 + 2 * (place % _COLUMNS))
    top = sheet.height - high * (place // _COLUMNS) - _INSET
    scale = high / 264
    sheet.text(middle, top - 12, sheet.header.tournament, 12, align=CENTRE, width=wide, tag="P")
    with sheet.tagged("H1"):
        given, _space, family = row.name.partition(" ")
        line = top - 84 * scale
        sheet.text(middle, line, given, 46 * scale, BOLD, align=CENTRE, width=wide, height=54 * scale)
        if family:
            sheet.text(
                middle,
                line - 46 * scale,
                family,
                34 * scale,
                BOLD,
                align=CENTRE,
                width=wide,
                height=42 * scale,
            )
    below = top - high + 2 * _INSET
    if row.club:
        sheet.text(middle, below + max(22 * scale, 20), row.club, 13, align=CENTRE, width=wide, tag="P")
    sheet.text(middle, below, str(row.number), 16, BOLD_FIGURES, align=CENTRE, width=wide, tag="P")
