"""Results of euchre at the desk: the points of each side, then its lone hands (rules.md §15)."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import DomainError
from scoring.euchre import game
from tournaments.common.catalogue import Catalogue
from tournaments.games import parsing
from tournaments.rounds.scores import TableState

AWARDS = game.AWARDS
TEMPLATE = "games/euchre/desk.html"
BELOW = ""
SCRIPTS = ("desk",)
FIRST = "score_A"
FIELDS = {"who_won": "winner", "euchre_loners": "loners_A"}
MAX_DIGITS = 4
WORDS: Catalogue = {
    "beats": gettext_lazy("{winner} beats {loser} {high}–{low}, by {value}"),
    "level": gettext_lazy("tied at {points}, no winner"),
    "loners_too": gettext_lazy("lone hands {one}–{other}"),
    "scores_missing": gettext_lazy("Type the points of both sides."),
}


def is_wide(rules: dict[str, Any]) -> bool:
    """Return True: points and lone hands of both sides are typed."""
    return True


def example(rules: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the entry in words, and the keys of an example."""
    space = pgettext("the key", "Space")
    typed = ["7", space, "10", space, "6", space, "1"]
    sentence = _("Table, the points of both sides, the lone hands of both if there were any, Enter.")
    return sentence, [*typed, pgettext("the key", "Enter")]


def example_of_several(table: TableState, rules: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the entry as `example`: partners are one side."""
    return example(rules)


def data(table: TableState, typed: QueryDict) -> dict[str, Any]:
    """Parse the form into line data: a game played, or one that was not played out. Raises `DomainError`."""
    award = parsing.awarded_line(table, typed, read=number)
    if award is not None:
        return award
    letters = parsing.letters(table)
    points = [parsing.read_box(typed, f"score_{letter}", number) for letter in letters]
    loners = [
        parsing.read_box(typed, box, number) if typed.get(box, "").strip() else 0
        for box in (f"loners_{letter}" for letter in letters)
    ]
    found = game.played(points, loners)
    game.check(found, table.meeting.round.stage.rules, sides=len(letters))
    return found


def number(text: str) -> int:
    """Parse a number. Raises `DomainError` for an empty text and for one that is no whole number."""
    written = text.strip()
    if not written:
        raise DomainError("euchre_points_missing")
    if not (written.isdecimal() and written.isascii()) or len(written) > MAX_DIGITS:
        raise DomainError("euchre_not_whole", value=written[:20], most=game.MAX_DECLARED)
    return int(written)


def sheet(table: TableState, line: dict[str, Any]) -> dict[str, Any] | None:
    """Return None: a game of euchre has no sheet."""
    return None


def typed_sheet(typed: str, rules: dict[str, Any]) -> dict[str, Any] | None:
    """Return None: no sheet is typed."""
    return None


def script(rules: dict[str, Any]) -> dict[str, Any]:
    """Return that the winner follows from the points."""
    return {"winner_follows": True}
