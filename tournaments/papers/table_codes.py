"""Cards with the codes by which tablets join: one for each table, four a page, to cut apart."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.papers.page import CENTRE, Sheet, ignore_progress
from tournaments.papers.pagination import impose
from tournaments.papers.text_shaping import BOLD
from tournaments.papers.values import Progress, TableCode, TournamentHeader

_PER_PAGE = 4
_INSET = 20.0
_QR = 168.0


def table_codes(
    header: TournamentHeader, rows: Iterable[TableCode], progress: Progress = ignore_progress
) -> bytes:
    """Return the cards as a PDF file, imposed so that the cut piles laid together are in the order given."""
    every = tuple(rows)
    sheet = Sheet(header, _("Codes of the tables"))
    for number, page in enumerate(impose(every, _PER_PAGE), 1):
        tables = ", ".join(str(row.table) for row in page if row)
        sheet.bookmark(_("Table %(tables)s") % {"tables": tables})
        for place, row in enumerate(page):
            if row:
                with sheet.group("Sect"):
                    _card(sheet, row, place)
        sheet.dashes(0, sheet.height / 2, sheet.width, sheet.height / 2)
        sheet.dashes(sheet.width / 2, 0, sheet.width / 2, sheet.height)
        sheet.end_page()
        progress(min(number * _PER_PAGE, len(every)))
    return sheet.finish()


def _card(sheet: Sheet, row: TableCode, place: int) -> None:
    """Draw a quarter of the page: the table, the QR code, the text to type."""
    wide = sheet.width / 2 - 2 * _INSET
    middle = sheet.width / 4 * (1 + 2 * (place % 2))
    top = sheet.height / 2 * (2 - place // 2) - _INSET
    sheet.text(middle, top - 8, sheet.header.tournament, 11, align=CENTRE, width=wide, tag="P")
    with sheet.tagged("H1"):
        sheet.text(middle, top - 27, _("Table"), 16, align=CENTRE)
        sheet.text(middle, top - 108, str(row.table), 110, BOLD, align=CENTRE, width=wide)
    opens = _("QR code by which a tablet joins table %(table)d") % {"table": row.table}
    sheet.qr(row.url, middle - _QR / 2, top - 122 - _QR, _QR, words=opens)
    below = top - 122 - _QR
    words = _("Open %(address)s and type") % {"address": "…/table"}
    if row.url:
        scan = _("Scan this code with the tablet")
        sheet.text(middle, below - 7, scan, 12.5, align=CENTRE, width=wide, tag="P")
        words = _("or open %(address)s and type") % {"address": row.type_at or "…/table"}
    sheet.text(middle, below - 23, words, 12, align=CENTRE, width=wide, tag="P")
    sheet.text(middle, below - 54, row.code, 32, BOLD, align=CENTRE, width=wide, tag="P")
