"""Certificates: one a page, landscape, to be signed and handed over."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.papers.masthead import logo, sponsors
from tournaments.papers.page import CENTRE, Sheet, board_width, ignore_progress
from tournaments.papers.text_shaping import BOLD, TEXT
from tournaments.papers.values import Certificate, Progress, TournamentHeader

_BORDER, _GAP = 26.0, 5.0


def certificates(
    header: TournamentHeader,
    rows: Iterable[Certificate],
    progress: Progress = ignore_progress,
) -> bytes:
    """Draw the certificates as a PDF file."""
    every = tuple(rows)
    sheet = Sheet(header, _("Certificates"), landscape=True)
    for number, row in enumerate(every, 1):
        sheet.bookmark(f"{row.name} – {row.reason}")
        with sheet.group("Sect"):
            _certificate(sheet, row)
        sheet.end_page()
        progress(number)
    return sheet.finish()


def _certificate(sheet: Sheet, row: Certificate) -> None:
    """Draw the frame, the words from top to bottom, a board pegged to its end, two lines to sign."""
    header, middle = sheet.header, sheet.width / 2
    wide = sheet.width - 2 * (_BORDER + 44)
    for inset, weight in ((_BORDER, 2.4), (_BORDER + _GAP, 0.8)):
        sheet.box(inset, inset, sheet.width - 2 * inset, sheet.height - 2 * inset, weight, 12)
    top = sheet.height - _BORDER
    beside = wide - 2 * logo(sheet, _BORDER + 26, top - 26, 150, 92, read=True)
    sheet.text(middle, top - 62, header.tournament, 20, BOLD, align=CENTRE, width=beside, tag="P")
    sheet.text(middle, top - 86, header.day, 14, align=CENTRE, width=beside, tag="P")
    sheet.text(middle, top - 152, _("Certificate"), 44, BOLD, align=CENTRE, width=wide, tag="H1")
    sheet.text(middle, top - 196, _("awarded to"), 16, align=CENTRE, width=wide, tag="P")
    sheet.text(middle, top - 254, row.name, 46, BOLD, align=CENTRE, width=wide, height=64, tag="P")
    if row.club:
        sheet.text(middle, top - 286, row.club, 15, align=CENTRE, width=wide, tag="P")
    sheet.text(middle, top - 326, row.reason, 26, BOLD, align=CENTRE, width=wide, tag="P")
    below = [text for text in (row.has, row.thing) if text]
    for at, text in enumerate(below):
        sheet.text(middle, top - 354 - 24 * at, text, 16, TEXT, align=CENTRE, width=wide, tag="P")
    _draw_signature_lines(sheet)
    room = sheet.width - 2 * (_BORDER + 26)
    sponsors(sheet, middle, _BORDER + 18, room, 11, read=True, align=CENTRE)


def _draw_signature_lines(sheet: Sheet) -> None:
    y, quarter = _BORDER + 62, sheet.width / 4
    holes = min(max(sheet.header.games, 5), 22)
    for middle, words in ((quarter, _("For the organisers")), (3 * quarter, _("Judge or director"))):
        sheet.rule(middle - 110, y, middle + 110, y, 0.8)
        sheet.text(middle, y - 18, words, 12, align=CENTRE, width=220, tag="P")
    sheet.board(sheet.width / 2 + board_width(holes) / 2, y + 48, holes, range(1, holes + 1))
