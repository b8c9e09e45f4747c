"""Cribbage at the desk: who has won, and the loser's points; with several sides those of each."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import Refusal
from scoring.cribbage.game import AWARDS
from scoring.match_points import lines_of
from tournaments.games import parsing as forms
from tournaments.games.cribbage.match_points import skunk_name
from tournaments.games.cribbage.words import counting_table, worth
from tournaments.scorebook import TableState
from tournaments.scorebook import desk as book

__all__ = [
    "AWARDS",
    "BELOW",
    "FIELDS",
    "FIRST",
    "SCRIPTS",
    "TEMPLATE",
    "data",
    "example",
    "example_of_several",
    "is_wide",
    "script",
    "sheet",
    "typed_sheet",
    "words",
]

TEMPLATE = "games/cribbage/desk.html"
BELOW = ""
SCRIPTS = ("desk",)
FIRST = "loser"
FIELDS = {"who_won": "winner"}


def is_wide(rules: dict[str, Any]) -> bool:
    """Where the winner is written as pegged, both numbers are typed."""
    return bool(rules["pegging"] != "exact")


def example(rules: dict[str, Any]) -> tuple[str, list[str]]:
    """What is typed, in words, and the keys of an example."""
    if rules["pegging"] != "exact":
        enter = pgettext("the key", "Enter")
        words = _("Table, who has won, the loser’s points, Enter, the winner’s points, Enter.")
        return words, ["7", "B", "88", enter, str(int(rules["target"]) + 3), enter]
    return _("Table, who has won, the loser’s points, Enter."), ["7", "B", "88", pgettext("the key", "Enter")]


def example_of_several(table: TableState, rules: dict[str, Any]) -> tuple[str, list[str]]:
    """What is typed at a table of more than two sides, in words, and the keys of an example."""
    space, enter = pgettext("the key", "Space"), pgettext("the key", "Enter")
    points = ["88", "64", "97", "102", "59"][: len(forms.letters(table)) - 1]
    if rules["pegging"] != "exact":
        points.append(str(int(rules["target"]) + 3))
    keys = [key for number in points for key in (number, space)]
    words = _("At a table of several: who has won, then the points of each of the others.")
    return words, [str(table.number), "B", *keys[:-1], enter]


def data(table: TableState, typed: QueryDict) -> dict[str, Any]:
    """Line data from what was typed: a game played, or one that was not played out. Raises `Refusal`."""
    award = forms.awarded(table, typed)
    if award is not None:
        return award
    winner = forms.side(table, typed.get("winner", ""))
    if winner is None:
        raise Refusal("who_won")
    boxes = [f"pegged_{letter}" for letter in forms.letters(table)]
    own = "winner_points" if len(boxes) == 2 else boxes[winner]
    others = ["loser"] if len(boxes) == 2 else [box for box in boxes if box != own]
    most = int(table.meeting.round.stage.rules["target"]) - 1
    losers = [_loser(typed, box, most) for box in others]
    high = forms.points(typed, own) if typed.get(own, "").strip() else None
    try:
        return book.played(table.meeting, winner=winner, losers=losers, winner_points=high)
    except Refusal as refusal:  # what is left to be wrong is what the winner has
        raise Refusal(refusal.code, **refusal.args_, box=own) from None


def _loser(typed: QueryDict, box: str, most: int) -> int:
    """What a loser has. Raises `Refusal`, which says in which box."""
    found = forms.points(typed, box)
    if found > most:
        raise Refusal("loser_too_high", value=found, most=most, box=box)
    return found


def sheet(table: TableState, line: dict[str, Any]) -> dict[str, Any] | None:
    """A result of cribbage is its points: there is no sheet behind it."""
    return None


def typed_sheet(typed: str, rules: dict[str, Any]) -> dict[str, Any] | None:
    """Nor is one typed."""
    return None


def script(rules: dict[str, Any]) -> dict[str, Any]:
    """The target, how winners are written, and the skunk lines."""
    return {
        "target": int(rules["target"]),
        "as_pegged": rules["pegging"] != "exact",
        "skunks": _skunks(rules),
        "several": rules.get("several_losers", "all"),
    }


def _skunks(rules: dict[str, Any]) -> list[dict[str, Any]]:
    """The skunk lines with their names and, where match points are counted, what each is worth."""
    table = counting_table(rules)
    levels = [
        {
            "under": line,
            "name": skunk_name(level),
            "worth": worth(table.points[level]) if table else "",
        }
        for level, line in enumerate(lines_of(rules), start=1)
    ]
    plain = {"under": None, "name": "", "worth": worth(table.points[0]) if table else ""}
    return [plain, *levels]


def words() -> dict[str, str]:
    """The sentences that the script says itself."""
    return {
        "beats": _("{winner} beats {loser} {high}–{low}"),
        "who_won": _("Who has won? Press A for {a}, B for {b}."),
        "several": _("Win for {winner} with {high}: {others}"),
        "who_of_several": _("Who has won? Press the letter: {sides}."),
    }
