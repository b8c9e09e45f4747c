"""Results of cribbage at the desk: the winner and the loser's points; with several sides those of each."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import DomainError
from scoring.cribbage import game as cribbage_book
from scoring.cribbage.rules import CribbageRules
from tournaments.common.catalogue import Catalogue
from tournaments.games import parsing
from tournaments.games.cribbage.match_points import skunk_name
from tournaments.games.cribbage.words import counting_table, match_points_text
from tournaments.rounds.scores import TableState

AWARDS = cribbage_book.AWARDS
TEMPLATE = "games/cribbage/desk.html"
BELOW = ""
SCRIPTS = ("desk",)
FIRST = "loser"
FIELDS = {"who_won": "winner"}
WORDS: Catalogue = {
    "beats": gettext_lazy("{winner} beats {loser} {high}–{low}"),
    "beats_left": gettext_lazy("{winner} beats {loser}: {low} left"),
    "several_left": gettext_lazy("Win for {winner}; points left: {others}"),
    "who_won": gettext_lazy("Who has won? Press A for {a}, B for {b}."),
    "several": gettext_lazy("Win for {winner} with {high}: {others}"),
    "who_of_several": gettext_lazy("Who has won? Press the letter: {sides}."),
}


def is_wide(rules: dict[str, Any]) -> bool:
    """Return whether both numbers are typed: always, unless the winner is written at exactly the target."""
    return not CribbageRules.read(rules).exact


def example(rules: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the entry in words, and the keys of an example."""
    cribbage = CribbageRules.read(rules)
    loser = f"{cribbage.target - 33}"
    if cribbage.two_cards:
        words = _(
            "Cards are entered on the page “Cards”; here, only games not played out: table, F, who has the "
            "game."
        )
        return words, ["7", "F", "B", pgettext("the key", "Enter")]
    if cribbage.left:
        words = _("Table, who has won, the points that the loser has left, Enter.")
        return words, ["7", "B", "33", pgettext("the key", "Enter")]
    if cribbage.timed:
        enter = pgettext("the key", "Enter")
        words = _("Table, who has won, the loser’s points, Enter, the winner’s points, Enter.")
        return words, ["7", "B", loser, enter, f"{cribbage.target - 24}", enter]
    if not cribbage.exact:
        enter = pgettext("the key", "Enter")
        words = _("Table, who has won, the loser’s points, Enter, the winner’s points, Enter.")
        return words, ["7", "B", loser, enter, str(cribbage.target + 3), enter]
    return _("Table, who has won, the loser’s points, Enter."), [
        "7",
        "B",
        loser,
        pgettext("the key", "Enter"),
    ]


def example_of_several(table: TableState, rules: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the entry at a table of more than two sides in words, and the keys of an example."""
    space, enter = pgettext("the key", "Space"), pgettext("the key", "Enter")
    cribbage = CribbageRules.read(rules)
    points = [f"{cribbage.target - left}" for left in (33, 57, 24, 19, 42)[: len(parsing.letters(table)) - 1]]
    if not cribbage.exact:
        points.append(str(cribbage.target + 3))
    keys = [key for number in points for key in (number, space)]
    words = _("At a table of several: who has won, then the points of each of the others.")
    return words, [str(table.number), "B", *keys[:-1], enter]


def data(table: TableState, typed: QueryDict) -> dict[str, Any]:
    """Parse the form into line data: a game played, or one that was not played out. Raises `DomainError`."""
    award = parsing.awarded_line(table, typed)
    if award is not None:
        return award
    winner = parsing.side_at_letter(table, typed.get("winner", ""))
    if winner is None:
        raise DomainError("who_won")
    boxes = [f"pegged_{letter}" for letter in parsing.letters(table)]
    own = "winner_points" if len(boxes) == 2 else boxes[winner]
    others = ["loser"] if len(boxes) == 2 else [box for box in boxes if box != own]
    rules = table.meeting.round.stage.rules
    cribbage = CribbageRules.read(rules)
    losers = [_parse_loser_points(typed, box, cribbage) for box in others]
    high = parsing.points(typed, own) if typed.get(own, "").strip() else None
    with parsing.name_box_in_errors(
        own
    ):  # the losers' points are checked above, so an error is about the winner's
        return line_from_points(rules, winner=winner, losers=losers, winner_points=high)


def line_from_points(
    rules: dict[str, Any], *, winner: int, losers: Sequence[int], winner_points: int | None = None
) -> dict[str, Any]:
    """Return line data from the side that won and the points of the others, by side (rules.md §4).

    If games count exactly to the target, the winner's points follow. Raises `DomainError`.
    """
    cribbage = CribbageRules.read(rules)
    if cribbage.left:
        left = [*losers[:winner], 0, *losers[winner:]]
        return _check_line({"v": cribbage_book.SECOND_VERSION, "left": left}, rules)
    if max(losers) >= cribbage.target:
        raise DomainError("loser_too_high", value=max(losers), most=cribbage.target - 1)
    if winner_points is None:
        if not cribbage.exact:
            raise DomainError("winner_points_missing", target=cribbage.target)
        winner_points = cribbage.target
    if cribbage.timed and winner_points < max(losers):
        raise DomainError("winner_behind", value=winner_points)
    pegged = [*losers[:winner], winner_points, *losers[winner:]]
    return _check_line(cribbage_book.played(pegged, rules), rules)


def _check_line(data: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    cribbage_book.check(data, rules, sides=len(data.get("left") or data["pegged"]))
    return data


def _parse_loser_points(typed: QueryDict, box: str, cribbage: CribbageRules) -> int:
    """Parse the points that a loser has, or has left. Raises `DomainError`, which names the box."""
    found = parsing.points(typed, box)
    most = cribbage.target if cribbage.left else cribbage.target - 1
    if found > most:
        raise DomainError(
            "left_too_high" if cribbage.left else "loser_too_high", value=found, most=most, box=box
        )
    if cribbage.left and not found:
        raise DomainError("left_one_winner", box=box)
    return found


def sheet(table: TableState, line: dict[str, Any]) -> dict[str, Any] | None:
    """Return None: a result of cribbage has no sheet."""
    return None


def typed_sheet(typed: str, rules: dict[str, Any]) -> dict[str, Any] | None:
    """Return None: no sheet is typed in cribbage."""
    return None


def script(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the target, how winners are written, and the skunk lines."""
    cribbage = CribbageRules.read(rules)
    table = counting_table(rules)
    levels = [
        {
            "under": line,
            "name": skunk_name(level),
            "worth": match_points_text(table.points[level]) if table else "",
        }
        for level, line in enumerate(cribbage.lines, start=1)
    ]
    plain = {"under": None, "name": "", "worth": match_points_text(table.points[0]) if table else ""}
    return {
        "target": cribbage.target,
        "as_pegged": not cribbage.exact,
        "left": cribbage.left,
        "skunks": [plain, *levels],
        "several": cribbage.several,
    }
