"""The papers of one game in one file: who sits where, then a slip for each table."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from .page import Progress, Sheet, unheard
from .seating_sheets import draw_by_name
from .slips import draw_slips
from .values import DayHeader, SeatRow, Slip


def game_papers(
    header: DayHeader,
    number: int,
    seats: Iterable[SeatRow],
    slips: Iterable[Slip],
    label: str = "",
    progress: Progress = unheard,
    *,
    compact: bool = False,
) -> bytes:
    """Return the seating by name, for the wall, and the slips to cut apart, as one PDF file."""
    sheet = Sheet(header, _("Papers of the game"))
    draw_by_name(sheet, number, seats, label, compact=compact)
    draw_slips(sheet, slips, progress, small=compact)
    return sheet.finish()
