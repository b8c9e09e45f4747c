"""Results of a game of points at the desk: the number of each side, which shows the winner (rules.md §9)."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import DomainError
from scoring.points import game
from scoring.points.rules import PointsRules
from tournaments.common.catalogue import Catalogue
from tournaments.games import parsing
from tournaments.pairing.pairing_systems import Tables
from tournaments.rounds.scores import TableState

AWARDS = game.AWARDS
TEMPLATE = "games/points/desk.html"
BELOW = ""
SCRIPTS = ("desk",)
FIRST = "score_A"
FIELDS = {"who_won": "winner"}
MAX_DIGITS = 9
WORDS: Catalogue = {
    "beats": gettext_lazy("{winner} beats {loser} {high}–{low}, by {value}"),
    "several": gettext_lazy("Win for {winner} with {high}: {others}"),
    "level": gettext_lazy("tied at {points}, no winner"),
    "scores_missing": gettext_lazy("Type the number of each side."),
}


def is_wide(rules: dict[str, Any]) -> bool:
    """Return True: both numbers are typed."""
    return True


def example(rules: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the entry in words, and the keys of an example."""
    tables = Tables.from_rules(rules)
    if tables.size > 2 and not tables.partners:
        return _example(rules, 7, tables.size)
    (one, other), space = PointsRules.read(rules).ends(2), pgettext("the key", "Space")
    keys = ["7", space, str(one), space, str(other), pgettext("the key", "Enter")]
    return _("Table, the number of A, that of B, Enter."), keys


def example_of_several(table: TableState, rules: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the entry as `example`: a number for each side, in the order of the seats."""
    sides = parsing.letters(table)
    return example(rules) if len(sides) == 2 else _example(rules, table.number, len(sides))


def _example(rules: dict[str, Any], table: int, sides: int) -> tuple[str, list[str]]:
    numbers, space = PointsRules.read(rules).ends(sides), pgettext("the key", "Space")
    keys = [str(table), *(key for value in numbers for key in (space, str(value)))]
    return _("Table, the numbers in the order of the seats, Enter."), [*keys, pgettext("the key", "Enter")]


def data(table: TableState, typed: QueryDict) -> dict[str, Any]:
    """Parse the form into line data: a game played, or one that was not played out. Raises `DomainError`."""
    award = parsing.awarded_line(table, typed, read=score)
    if award is not None:
        return award
    letters = parsing.letters(table)
    found = game.played([parsing.read_box(typed, f"score_{letter}", score) for letter in letters])
    game.check(found, table.meeting.round.stage.rules, sides=len(letters))
    return found


def score(text: str) -> int:
    """Parse a number. Raises `DomainError` for an empty text and for one that is no whole number."""
    written = text.strip().replace("\N{MINUS SIGN}", "-")
    if not written:
        raise DomainError("points_score_missing")
    if not (written.removeprefix("-").isdecimal() and written.isascii()) or len(written) > MAX_DIGITS:
        raise DomainError("points_not_whole", value=written[:20])
    return int(written)


def sheet(table: TableState, line: dict[str, Any]) -> dict[str, Any] | None:
    """Return None: a game of points has no sheet."""
    return None


def typed_sheet(typed: str, rules: dict[str, Any]) -> dict[str, Any] | None:
    """Return None: no sheet is typed."""
    return None


def script(rules: dict[str, Any]) -> dict[str, Any]:
    """Return which number wins, and the name of the game; the winner follows from the numbers."""
    points = PointsRules.read(rules)
    return {"game_name": points.name, "higher_wins": points.higher, "winner_follows": True}
