"""The running sheet of a game of gin in words and figures, for a page or a paper (rules.md §5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.gin.game import Sheet
from scoring.gin.running_sheet import Row
from scoring.gin.score import Score
from tournaments.pairing.values import LETTERS

SEPARATOR = " · "


@dataclass(frozen=True)
class SheetLine:
    """A line of the sheet: the number of a hand or None, its text, and (figure, underlined) a side."""

    number: int | None
    text: str
    cells: tuple[tuple[int | None, bool], ...]
    signed: bool = False


def games(sheet: Sheet) -> list[int]:
    """Return the numbers of the games that share the sheet, if there is more than one (rules.md §7.2)."""
    return list(range(1, len(sheet.games) + 1)) if len(sheet.games) > 1 else []


def lines(sheet: Sheet, players: Sequence[str] = LETTERS) -> list[SheetLine]:
    """Return the hands, then the lines computed below them; `players` as `players.labels` returns them."""
    hands = [_hand(row, players) for row in sheet.rows]
    if not sheet.over:
        return hands
    below = [
        SheetLine(
            None,
            footer(foot.code, sheet.rules.mode),
            tuple((number, False) for number in foot.numbers),
            signed=foot.code == "value",
        )
        for foot in sheet.footers
    ]
    return hands + below


def ending(score: Score, names: Sequence[str]) -> str:
    """Return how a hand ended, in a few words; `names` are those of its two sides."""
    words = {"points": score.points, "side": names[score.winner] if score.winner is not None else ""}
    return {
        "knock": _("%(side)s knocks: %(points)s"),
        "gin": _("%(side)s, gin: %(points)s"),
        "undercut": _("%(side)s undercuts: %(points)s"),
        "nobody": _("nobody scored"),
        "void": pgettext("a hand of gin", "void"),
    }[score.how] % words


def _short_ending(score: Score, names: Sequence[str]) -> str:
    """Return how a hand ended, beside other results: a knock, the usual end, is not named."""
    if score.how == "knock" and score.winner is not None:
        return f"{names[score.winner]} {score.points}"
    return "0" if score.how == "nobody" else ending(score, names)


def footer(code: str, mode: str) -> str:
    """Return the label of a line below the hands (rules.md §5, §6)."""
    if code == "shutout" and mode == "three":
        return _("A player without a hand won")
    return {
        "written": _("Written"),
        "game_bonus": _("The game"),
        "shutout": _("Doubled: no hand lost"),
        "boxes": _("Hands won"),
        "box_bonus": _("For hands won"),
        "total": _("Final total"),
        "value": _("Value"),
    }[code]


def _hand(row: Row, players: Sequence[str]) -> SheetLine:
    describe = ending if len(row.scores) == 1 else _short_ending
    sentences = [
        describe(score, [players[player] for player in meeting.players])
        for score, meeting in zip(row.scores, row.meetings, strict=True)
    ]
    return SheetLine(
        row.number, SEPARATOR.join(sentences), tuple((cell.total, cell.underlined) for cell in row.cells)
    )
