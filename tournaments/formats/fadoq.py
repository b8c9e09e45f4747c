"""FADOQ – Région Richelieu-Yamaska, the regional cribbage day (rules.md §4).

| rule           | default          | source                                                       |
|----------------|------------------|--------------------------------------------------------------|
| rounds         | 15               | «15 parties seront jouées»                                     |
| movement       | winners_stay     | «les gagnants resteront à leur place»                          |
| target         | 121              | «121 points ou plus»; exact (what slips carry) or as pegged    |
| rank_by        | pegged           | «celui qui aura accumulé le plus de points»                    |
| ties           | best_of_three    | «un deux de trois»                                             |
| from_116       | True             | «À partir de 116»                                              |
| cuts           | right            | «Le joueur à la droite du donneur coupe»                       |
| first_deal     | cut              | not in the source: declared, shown on the wall                 |
| muggins        | False            | not in the source: declared, shown on the wall                 |
| odd            | None             | not in the source: a house player, a bye, or a table of three  |
| several_losers | all              | §3.1: with three or more sides, the skunk level that all share |
| missed, bye…   | None             | not in the source: a whole number that the organiser declares  |
"""

from typing import Any

from scoring.cribbage.game import highest
from scoring.match_points import read_table
from tournaments.formats import shared

KEY = "fadoq-15"

DEFAULTS: dict[str, Any] = shared.DEFAULTS | {
    "format": KEY,
    "game": "cribbage",
    "movement": "winners_stay",
    "rounds": 15,
    "target": 121,
    "pegging": "exact",
    "from_116": True,
    "muggins": False,
    "cuts": "right",
    "first_deal": "cut",
    "several_losers": "all",
    "rank_by": "pegged",
    "then": [],
    "lines": None,
    "tables": 16,
    "minutes": 20,
    "breaks": shared.breaks(dinner=7, rounds=15),
}

IN_A_MATCH: dict[str, Any] = {}
"""What is otherwise in a medal match."""

MOST_AT_TABLE = 6
"""So many can sit at one table, each for themselves, or four or six of them as partners (rules.md §2)."""

ODD = ("house", "bye", "three")
"""What can be done with an odd field: a house player, one sits out, or three play at one table."""

CREDITED = "pegged"
"""What the declared credit of a bye or of a missed game is added to."""


def rules(**choices: Any) -> dict[str, Any]:
    """The rules of a FADOQ day, complete, with `choices` in place of the defaults.

    Raises `KeyError` for a rule that the format does not have.
    """
    return shared.chosen(DEFAULTS, choices)


def criteria(rules: dict[str, Any]) -> list[str]:
    """The criteria of ranking in order (rules.md §4): points pegged, or match points and what follows them.

    A day of an earlier version has nothing that follows: those who are equal share a rank.
    """
    if rules["rank_by"] != "match_points":
        return [rules["rank_by"]]
    return [rules["rank_by"], *rules.get("then", [])]


def results(rules: dict[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What a game that is played out brings to the first criterion, won and lost, ascending."""
    if criteria(rules)[0] == "match_points":
        table = read_table(rules["match_points"])
        assert table is not None, "a day that ranks by match points has a table of them"
        return tuple(sorted(set(table.points))), (0,)
    if criteria(rules)[0] == "won":
        return (1,), (0,)
    return tuple(range(rules["target"], highest(rules) + 1)), tuple(range(rules["target"]))


def rehearsal(players: int, *, odd: str | None = None, fixed: int = 0) -> dict[str, Any]:
    """What a rehearsal with so many players declares: an odd field has a house player, byes, or three."""
    declared: dict[str, Any] = {"missed": 0, "forfeit": {"present": 121, "absent": 0}}
    if players % 2 and odd == "three":
        return declared | {"odd": "three", "tables": max(1, players // 2)}
    if players % 2 and odd == "bye":
        return declared | {"odd": "bye", "bye_credit": 0}
    return declared | ({"odd": "house"} if players % 2 else {})


def running(rules: dict[str, Any]) -> str:
    """What a scorecard adds up from game to game."""
    return str(rules["rank_by"])


def penalised(rules: dict[str, Any]) -> str:
    """What the points of a penalty come off: match points where these rank, else the points pegged."""
    return "match_points" if rules["rank_by"] == "match_points" else "pegged"
