"""Cribbage at the desk: who has won, and the loser's points."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import Refusal
from scoring.cribbage.game import AWARDS
from scoring.match_points import lines_of, read_table
from tournaments.judging.figures import skunk_name
from tournaments.publication.games.cribbage import worth
from tournaments.scorebook import TableState
from tournaments.scorebook import desk as book
from tournaments.views.desk.entries import typed as forms

__all__ = ["AWARDS", "BELOW", "FIELDS", "FIRST", "TEMPLATE", "data", "example", "script", "sheet", "words"]

TEMPLATE = "tournaments/desk/entry_cribbage.html"
BELOW = ""
FIRST = "loser"
FIELDS = {
    "who_won": "winner",
    "winner_points_missing": "winner_points",
    "winner_too_high": "winner_points",
    "winner_exactly": "winner_points",
    "no_winner": "winner_points",
}


def example(rules: dict[str, Any]) -> tuple[str, list[str]]:
    """What is typed, in words, and the keys of an example."""
    if rules["pegging"] != "exact":
        enter = pgettext("the key", "Enter")
        words = _("Table, who has won, the loser’s points, Enter, the winner’s points, Enter.")
        return words, ["7", "B", "88", enter, str(int(rules["target"]) + 3), enter]
    return _("Table, who has won, the loser’s points, Enter."), ["7", "B", "88", pgettext("the key", "Enter")]


def data(table: TableState, typed: QueryDict) -> dict[str, Any]:
    """Line data from what was typed: a game played, or one that was not played out. Raises `Refusal`."""
    award = forms.awarded(table, typed)
    if award is not None:
        return award
    winner = forms.side(table, typed.get("winner", ""))
    if winner is None:
        raise Refusal("who_won")
    high = typed.get("winner_points", "").strip()
    return book.played(
        table.meeting,
        winner=winner,
        losers=[book.points(typed.get("loser", ""))],
        winner_points=book.points(high) if high else None,
    )


def sheet(table: TableState, line: dict[str, Any]) -> None:
    """A result of cribbage is its points: there is no sheet behind it."""


def script(rules: dict[str, Any]) -> dict[str, Any]:
    """The target, how winners are written, and the skunk lines."""
    return {
        "target": int(rules["target"]),
        "as_pegged": rules["pegging"] != "exact",
        "skunks": _skunks(rules),
    }


def _skunks(rules: dict[str, Any]) -> list[dict[str, Any]]:
    """The skunk lines with their names and, where match points are counted, what each is worth."""
    table = read_table(rules.get("match_points"))
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
    }
