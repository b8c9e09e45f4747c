"""Tents with table numbers: folded in two, read from both sides."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from tournaments.papers.masthead import logo
from tournaments.papers.page import CENTRE, RIGHT, Sheet, ignore_progress
from tournaments.papers.text_shaping import BOLD
from tournaments.papers.values import Progress, TournamentHeader

_QR = 88.0


def table_numbers(
    header: TournamentHeader,
    tables: Iterable[int],
    letters: Sequence[str] = ("A", "B"),
    progress: Progress = ignore_progress,
) -> bytes:
    """Return the tents as a PDF file, one a page; the upper half is upside down, for folding.

    `letters` are those of the seats at each table.
    """
    sheet = Sheet(header, _("Table numbers"))
    count = 0
    for count, table in enumerate(tables, 1):
        sheet.bookmark(_("Table %(tables)s") % {"tables": table})
        with sheet.group("Sect"):
            _face(sheet, table, letters, read=True)
        sheet.dashes(0, sheet.height / 2, 24, sheet.height / 2)
        sheet.dashes(sheet.width - 24, sheet.height / 2, sheet.width, sheet.height / 2)
        with sheet.upside_down():
            _face(sheet, table, letters, read=False)
        sheet.end_page()
        progress(count)
    return sheet.finish()


def _face(sheet: Sheet, table: int, letters: Sequence[str], *, read: bool) -> None:
    """Draw one face on the lower half of the page; only one of the two is read aloud."""
    left, right, half = sheet.left, sheet.right, sheet.height / 2
    middle = (left + right) / 2
    logo(sheet, left, half - 18, 130, 56, read=read)
    sheet.text(middle, half - 44, _("Table"), 26, align=CENTRE, tag="P" if read else "")
    wide = right - left - 170
    size = 300 if table < 100 else 200
    sheet.text(middle, 92, str(table), size, BOLD, align=CENTRE, width=wide, tag="H1" if read else "")
    first = -(-len(letters) // 2)
    _letters(sheet, letters[:first], left + 30, half / 2, read=read)
    _letters(sheet, letters[first:], right - 30, half / 2, read=read)
    sheet.board(left + 150, sheet.bottom + 12, min(sheet.header.games, 15), ())
    if url := sheet.header.public_url:
        sheet.qr(url, right - _QR + 8, sheet.bottom - 6, _QR, read=read)
    else:
        sheet.text(right, sheet.bottom + 7, sheet.header.tournament, 12, align=RIGHT, width=170)


def _letters(sheet: Sheet, letters: Sequence[str], x: float, middle: float, *, read: bool) -> None:
    """Draw the letters of one side of the table, one above the other."""
    y = middle + 36 * (len(letters) - 1)
    for letter in letters:
        sheet.box(x - 30, y - 26, 60, 60, 2.2, 14)
        sheet.text(x, y - 13, letter, 48, BOLD, align=CENTRE, width=54, tag="P" if read else "")
        y -= 72
