"""The wall sheet with two QR codes: the Wi-Fi of the hall and the public page of the tournament."""

from django.utils.translation import gettext as _

from tournaments.papers.masthead import FOOT, foot, masthead
from tournaments.papers.page import Sheet
from tournaments.papers.text_shaping import BOLD, BOLD_FIGURES
from tournaments.papers.values import Network, TournamentHeader
from tournaments.papers.words import short_address

_STEP_SIZE, _SIGN_SIZE = 30.0, 22.0
_Step = tuple[str, list[tuple[str, str]], str, str]
"""The title, the lines to type with their labels, the text of the QR code, and its description."""


def join(header: TournamentHeader, network: Network | None) -> bytes:
    """Return the sheet as a PDF file of one page; a code whose data is missing is left out."""
    sheet = Sheet(header, _("On your phone"))
    top = masthead(sheet, _("On your phone"), code=False)
    steps: list[_Step] = []
    if network is not None:
        password = [(_("Password"), network.password)] if network.password else []
        words = _("QR code: join the Wi-Fi %(name)s") % {"name": network.name}
        lines = [(_("Network"), network.name), *password]
        steps.append((_("Join the Wi-Fi"), lines, network.code, words))
    if header.public_url:
        # the first page leads on to the tournament
        typed = short_address(header.public_url).partition("/")[0]
        steps.append((_("Open the page"), [(_("Address"), typed)], header.public_url, ""))
    depth = (top - sheet.bottom - FOOT) / max(1, len(steps))
    for number, (title, lines, code, words) in enumerate(steps, 1):
        with sheet.group("Sect"):
            heading = f"{number}  {title}" if len(steps) > 1 else title
            _step(sheet, top - depth * (number - 1), depth, (heading, lines, code, words))
    foot(sheet, 1, 1)
    sheet.end_page()
    return sheet.finish()


def _step(sheet: Sheet, top: float, depth: float, step: _Step) -> None:
    """Draw the code at the left as large as there is room, and the text to type at its right."""
    title, lines, code, words = step
    sheet.text(sheet.left, top - 34, title, _STEP_SIZE, BOLD, width=sheet.right - sheet.left, tag="H2")
    side = min(depth - 62, (sheet.right - sheet.left) * 0.52)
    sheet.qr(code, sheet.left - 8, top - 50 - side, side, words=words)
    left = sheet.left + side + 10
    wide, y = sheet.right - left, top - 50 - side / 2 + 24 * len(lines)
    for label, text in lines:
        sheet.text(left, y, label, 15, width=wide, tag="P")
        with sheet.tagged("P"):  # typed character by character: never cut, on as many lines as it takes
            signs = _break_anywhere(sheet, text, wide)
            y = sheet.lines(left, y - 24, signs, _SIGN_SIZE, BOLD_FIGURES, leading=_SIGN_SIZE * 1.2) - 18


def _break_anywhere(sheet: Sheet, text: str, wide: float) -> list[str]:
    """Break the text into full lines, without hyphens: a hyphen at the end of a line would be typed too."""
    lines = [""]
    for sign in text:
        if lines[-1] and sheet.shaper.width(lines[-1] + sign, BOLD_FIGURES, _SIGN_SIZE) > wide:
            lines.append("")
        lines[-1] += sign
    return lines
