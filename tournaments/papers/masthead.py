"""The header and footer of papers for the wall and for players."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.papers.page import LEFT, RIGHT, SPONSORS, Sheet
from tournaments.papers.text_shaping import BOLD, TEXT
from tournaments.papers.words import short_address

_QR = 78.0
_MAX_ASIDE = 0.38  # of the width: what a long subtitle takes from the title
DEPTH = 94.0
FOOT = 22.0
_LOGO = (132.0, 68.0)  # the most that a logo takes of the width and the height of a header
_GAP, _BAR = 14.0, 4.0
_DAY_HEIGHT = 16.0  # of two lines with the date and the place


def logo(sheet: Sheet, x: float, top: float, width: float, height: float, *, read: bool) -> float:
    """Draw the logo of the organiser in the middle of a box; return the width it takes with the gap after it.

    `top` is the upper edge of the box, `x` its left one, where the logo begins; 0 without a logo.
    """
    organiser = sheet.header.organiser
    if organiser.logo is None:
        return 0.0
    scale = min(width / organiser.logo.width, height / organiser.logo.height)
    wide, high = organiser.logo.width * scale, organiser.logo.height * scale
    named = _("Logo: %(name)s") % {"name": organiser.name} if organiser.name else _("Logo of the organiser")
    sheet.picture(organiser.logo.png, x, top - (height + high) / 2, wide, high, named if read else "")
    return wide + _GAP


def sponsors(
    sheet: Sheet, x: float, y: float, width: float, size: float, *, read: bool, align: float = LEFT
) -> None:
    """Draw the line of the sponsors, if there are any; x is its start, middle or end as for `Sheet.text`."""
    names = " · ".join(sheet.header.organiser.sponsors)
    words = _("With the support of: %(names)s") % {"names": names} if names else ""
    tag = "P" if read and words else ""
    sheet.text(x, y, words, size, align=align, width=width, height=size * 1.3, tag=tag)


def day_line(
    sheet: Sheet, x: float, y: float, size: float, width: float, *, middle: float, read: bool
) -> None:
    """Draw the date and the place with the baseline at y, or on two lines around `middle`.

    There they begin below the two lines of a long name of the tournament.
    """
    day = sheet.header.day
    if len(sheet.shaper.fit(day, TEXT, size, width, _DAY_HEIGHT)[0]) > 1:
        y = middle - size * 0.34
    sheet.text(x, y, day, size, width=width, height=_DAY_HEIGHT, tag="P" if read and day else "")


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
    x = sheet.left + logo(sheet, sheet.left, top - 3, *_LOGO, read=first)
    wide = sheet.right - x - (_QR if header.public_url and code else 0)
    sheet.text(x, top - 12, header.tournament, 15, BOLD, width=wide, tag="P" if first else "")
    day_line(sheet, x, top - 28, 12.5, wide, middle=top - 25.5, read=first)
    aside = min(sheet.shaper.width(subtitle, TEXT, 17), wide * _MAX_ASIDE) + 16 if subtitle else 0.0
    tag = "H1" if first else ""
    taken = sheet.text(x, top - 62, title, 33, BOLD, width=wide - aside, tag=tag, height=39)
    if subtitle:
        sheet.text(x + taken + 16, top - 62, subtitle, 17, width=wide - taken - 16, tag="P" if first else "")
    if first and code:
        sheet.qr(header.public_url, sheet.right - _QR + 6, top - _QR + 6, _QR)
    y = top - DEPTH + 9
    left = sheet.board(sheet.right, y, header.games, pegs) if header.games else sheet.right
    sheet.rule(sheet.left, y, left, y, 1.4)
    if header.organiser.colour:
        sheet.bar(sheet.left, y - _BAR - 0.7, left - sheet.left - 2, _BAR, header.organiser.colour)
    return top - DEPTH


def foot(sheet: Sheet, page: int, pages: int) -> None:
    """Draw the public address, the page's number if there are several, and the sponsors below them."""
    y = sheet.bottom - 2
    sheet.text(sheet.left, y, short_address(sheet.header.public_url), 11, width=330)
    if pages > 1:
        words = _("Page %(page)d of %(pages)d") % {"page": page, "pages": pages}
        sheet.text(sheet.right, y, words, 12, align=RIGHT)
    sponsors(sheet, sheet.left, y - SPONSORS, sheet.right - sheet.left, 11, read=page == 1)
