"""The cross table: each entry against each other, for a small field or a round robin.

Computed from the rows of a tournament (`publishing/outputs/rows.py`), so it shows closed games and the names
that its reader may see.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS, has_settled_pairs
from tournaments.publishing.outputs.rows import TournamentData
from tournaments.standings import CardRow, Row

MAX_SMALL_FIELD = 16  # people; if each meets each, a table that needs scrolling is still useful
MAX_PEOPLE = 40


class CrossTableRow(NamedTuple):
    """A line of the standings, and its games against each of them in their order; None against oneself."""

    row: Row
    cells: tuple[tuple[CardRow, ...] | None, ...]


def is_round_robin(rules: Mapping[str, Any]) -> bool:
    """Return whether each is to meet each, once or again and again."""
    movement = rules.get("movement", "")
    return bool(rules["rounds"]) and movement in PAIRING_SYSTEMS and has_settled_pairs(movement)


def lines(data: TournamentData) -> list[CrossTableRow]:
    """Return the table, best first; empty where the field is too large, or no game is over."""
    rows = data.standings.rows
    all_meet = is_round_robin(data.rules) or data.rules["rounds"] >= len(rows) - 1
    if not data.last_game or len(rows) > (MAX_PEOPLE if all_meet else MAX_SMALL_FIELD):
        return []
    met: dict[tuple[int, int], list[CardRow]] = defaultdict(list)
    for number, card in data.cards.items():
        for game in card:
            for opponent, _name in game.opponents:
                if game.points is not None:
                    met[number, opponent].append(game)
    numbers = [row.number for row in rows]
    return [
        CrossTableRow(
            row, tuple(None if other == row.number else tuple(met[row.number, other]) for other in numbers)
        )
        for row in rows
    ]
