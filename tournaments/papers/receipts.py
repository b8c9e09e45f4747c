"""Receipts for payments: three a page, to cut apart and hand over."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.papers.masthead import logo
from tournaments.papers.page import RIGHT, Area, Sheet
from tournaments.papers.text_shaping import BOLD, BOLD_FIGURES
from tournaments.papers.values import Receipt, TournamentHeader

_PER_PAGE = 3
_LOGO = (120.0, 54.0)
_ASIDE = 150.0


def receipts(header: TournamentHeader, rows: Sequence[Receipt]) -> bytes:
    """Draw the receipts as a PDF file, in the order given."""
    sheet = Sheet(header, _("Receipts"))
    high = sheet.height / _PER_PAGE
    for first in range(0, len(rows), _PER_PAGE):
        page = rows[first : first + _PER_PAGE]
        sheet.bookmark(page[0].name)
        for place, row in enumerate(page):
            top = sheet.height - place * high
            with sheet.group("Sect"):
                _receipt(sheet, row, Area(sheet.left, sheet.right, top - high + 30, top - 30))
        for line in range(1, _PER_PAGE):
            sheet.dashes(0, high * line, sheet.width, high * line)
        sheet.end_page()
    return sheet.finish()


def _receipt(sheet: Sheet, row: Receipt, area: Area) -> None:
    """Draw who receives and the number, who pays and how much, then the date and a line to sign."""
    x = area.left + logo(sheet, area.left, area.top, *_LOGO, read=True)
    wide = area.right - _ASIDE - x
    number = _("Receipt %(number)s") % {"number": row.number}
    sheet.text(area.right, area.top - 18, number, 20, BOLD, align=RIGHT, width=_ASIDE, tag="H1")
    sheet.text(x, area.top - 15, row.organiser, 15, BOLD, width=wide, tag="P")
    day = " · ".join(part for part in (sheet.header.date, sheet.header.place) if part)
    sheet.text(x, area.top - 32, sheet.header.tournament, 12.5, width=wide, tag="P")
    sheet.text(x, area.top - 48, day, 12.5, width=wide, tag="P")
    sheet.rule(area.left, area.top - 64, area.right, area.top - 64)
    wide = area.width - _ASIDE - 12
    sheet.text(area.left, area.top - 84, _("Received from"), 12, width=wide, tag="P")
    sheet.text(area.left, area.top - 108, row.name, 20, BOLD, width=wide, height=34, tag="P")
    sheet.text(area.left, area.top - 128, row.club, 13, width=wide, tag="P" if row.club else "")
    sheet.text(area.right, area.top - 108, row.amount, 28, BOLD_FIGURES, align=RIGHT, width=_ASIDE, tag="P")
    paid = f"{row.date} · {row.how}"
    sheet.text(area.left, area.bottom + 18, paid, 13, width=area.width / 2, tag="P")
    reference = _("Reference: %(reference)s") % {"reference": row.reference}
    sheet.text(area.left, area.bottom, reference, 12, width=area.width / 2, tag="P")
    sheet.rule(area.right - 210, area.bottom + 14, area.right, area.bottom + 14, 0.8)
    sheet.text(area.right, area.bottom, _("For the organisers"), 12, align=RIGHT, width=210, tag="P")
