"""The running sheet of a game of gin in words and figures, for a page or a paper (rules.md §5)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.gin.game import Sheet
from scoring.gin.running_sheet import Row

LETTERS = ("A", "B")


@dataclass(frozen=True)
class SheetLine:
    """A line of the sheet: its number (of a hand) or none, what it says, and (figure, underlined) a side."""

    number: int | None
    said: str
    cells: tuple[tuple[int | None, bool], ...]
    signed: bool = False


def lines(sheet: Sheet) -> list[SheetLine]:
    """The hands, then what is worked out below them; the sides are called by their letters."""
    hands = [_hand(row) for row in sheet.rows]
    if not sheet.over:
        return hands
    below = [
        SheetLine(
            None,
            _footer(foot.code),
            tuple((number, False) for number in foot.numbers),
            signed=foot.code == "value",
        )
        for foot in sheet.footers
    ]
    return hands + below


def _hand(row: Row) -> SheetLine:
    score = row.scores[0]
    words = {"points": row.points, "side": LETTERS[row.winner] if row.winner is not None else ""}
    said = {
        "knock": _("%(side)s knocks: %(points)s"),
        "gin": _("%(side)s, gin: %(points)s"),
        "undercut": _("%(side)s undercuts: %(points)s"),
        "nobody": _("nobody scored"),
        "void": pgettext("a hand of gin", "void"),
    }[score.how]
    return SheetLine(row.number, said % words, tuple((cell.total, cell.underlined) for cell in row.cells))


def _footer(code: str) -> str:
    return {
        "written": _("Written"),
        "game_bonus": _("The game"),
        "shutout": _("Doubled: no hand lost"),
        "boxes": _("Hands won"),
        "box_bonus": _("For hands won"),
        "total": _("Final total"),
        "value": _("Value"),
    }[code]
