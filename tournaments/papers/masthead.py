"""The header and footer of papers for the wall and for players."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.papers.page import RIGHT, Sheet
from tournaments.papers.text_shaping import BOLD, TEXT
from tournaments.papers.words import short_address

_QR = 78.0
_ASIDE = 0.38  # of the width: what a long subtitle takes from the title
DEPTH = 94.0
FOOT = 22.0


def masthead(
    sheet: Sheet,
    title: str,
    subtitle: str = "",
    *,
    pegs: Iterable[int] = (),
    first: bool = True,
    code: bool = True,
) -> float:
    """Draw the header of a page, read aloud on the first only; return the y at which the content begins.

    `code`: whether it has the public address as a QR code; papers for the organiser alone do not.
    """
    header, top = sheet.header, sheet.top
    if first:
        sheet.bookmark(f"{title} – {subtitle}" if subtitle else title)
    wide = sheet.right - sheet.left - (_QR if header.public_url and code else 0)
    day = " · ".join(part for part in (header.date, header.place) if part)
    sheet.text(sheet.left, top - 12, header.tournament, 15, BOLD, width=wide, tag="P" if first else "")
    sheet.text(sheet.left, top - 28, day, 12.5, width=wide, tag="P" if first and day else "")
    aside = min(sheet.shaper.width(subtitle, TEXT, 17), wide * _ASIDE) + 16 if subtitle else 0.0
    tag = "H1" if first else ""
    taken = sheet.text(sheet.left, top - 62, title, 33, BOLD, width=wide - aside, tag=tag, height=42)
    if subtitle:
        x = sheet.left + taken + 16
        sheet.text(x, top - 62, subtitle, 17, width=wide - taken - 16, tag="P" if first else "")
    if first and code:
        sheet.qr(header.public_url, sheet.right - _QR + 6, top - _QR + 6, _QR)
    y = top - DEPTH + 9
    left = sheet.board(sheet.right, y, header.games, pegs) if header.games else sheet.right
    sheet.rule(sheet.left, y, left, y, 1.4)
    return top - DEPTH


def foot(sheet: Sheet, page: int, pages: int) -> None:
    """Draw the public address, and the page's number if there are several."""
    y = sheet.bottom - 2
    sheet.text(sheet.left, y, short_address(sheet.header.public_url), 11, width=330)
    if pages > 1:
        words = _("Page %(page)d of %(pages)d") % {"page": page, "pages": pages}
        sheet.text(sheet.right, y, words, 12, align=RIGHT)
