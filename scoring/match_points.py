"""What a won game is worth: tables of match points as data (rules.md §3.1, §3.2).

| table                 | win | skunk | double | triple         |
|-----------------------|-----|-------|--------|----------------|
| acc                   | 2   | 3     | 3      | 3              |
| long_match            | 3   | 4     | 4      | 4              |
| free_play_3           | 1   | 2     | 3      | 3              |
| free_play_4           | 1   | 2     | 4      | 4              |
| free_play_triple      | 1   | 2     | 4      | wins the match |
| rules_fr              | 1   | 2     | 4      | 4              |
| board_set             | 1   | 2     | 3      | 3              |

A loser gets 0 in every table. Lines: standard 91, 61, 31 (a loser *under* the line is skunked);
board lines 90, 60, which go with the board set.

>>> worth(TABLES["acc"], losers_points=90)
Worth(points=3, level=1, wins_match=False)
>>> worth(TABLES["acc"], losers_points=91)
Worth(points=2, level=0, wins_match=False)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.refusal import Refusal

STANDARD_LINES = (91, 61, 31)
BOARD_LINES = (90, 60)
TARGET_WITH_LINES = 121


@dataclass(frozen=True)
class Table:
    """A table of match points.

    `points` are for a win, a skunk, a double and a triple skunk; `lines` the skunk lines, descending;
    `triple_wins_match` says that a triple skunk ends the match at once.
    """

    name: str
    points: tuple[int, int, int, int]
    lines: tuple[int, ...] = STANDARD_LINES
    triple_wins_match: bool = False


TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        Table("acc", (2, 3, 3, 3)),
        Table("long_match", (3, 4, 4, 4)),
        Table("free_play_3", (1, 2, 3, 3)),
        Table("free_play_4", (1, 2, 4, 4)),
        Table("free_play_triple", (1, 2, 4, 4), triple_wins_match=True),
        Table("rules_fr", (1, 2, 4, 4)),
        Table("board_set", (1, 2, 3, 3), lines=BOARD_LINES),
    )
}


@dataclass(frozen=True)
class Worth:
    """What a win is worth: match points, skunk level (0 to 3), and whether it wins the match at once."""

    points: int
    level: int
    wins_match: bool = False


def skunk_level(losers_points: int, lines: Sequence[int] = STANDARD_LINES) -> int:
    """How many skunk lines a loser with `losers_points` is under: 0 (none) to 3 (rules.md §3.1).

    >>> [skunk_level(points) for points in (91, 90, 60, 30)]
    [0, 1, 2, 3]
    """
    return sum(losers_points < line for line in lines)


def worth(table: Table, losers_points: int, games_in_match: int = 1) -> Worth:
    """What beating a loser with `losers_points` is worth by `table` (rules.md §3.2).

    In a match of one game a triple skunk that 'wins the match' counts as the double.
    """
    level = skunk_level(losers_points, table.lines)
    wins_match = table.triple_wins_match and level == 3 and games_in_match > 1
    return Worth(table.points[level], level, wins_match)


def losers_level(losers: Sequence[int], lines: Sequence[int] = STANDARD_LINES) -> int:
    """The skunk level that all losers share, the default with three or more sides (rules.md §3.1)."""
    return min(skunk_level(points, lines) for points in losers)


def read_table(stored: str | Mapping[str, Any] | None) -> Table | None:
    """The table that frozen rules name (a name of `TABLES`, or an organiser's own table as data).

    Raises `Refusal` for an unknown name or an impossible table.
    """
    if stored is None:
        return None
    if isinstance(stored, str):
        if stored not in TABLES:
            raise Refusal("unknown_match_point_table", name=stored)
        return TABLES[stored]
    table = Table(
        str(stored.get("name", "own")),
        tuple(stored.get("points", ())),
        tuple(stored.get("lines", STANDARD_LINES)),
        bool(stored.get("triple_wins_match", False)),
    )
    check_table(table)
    return table


def check_table(table: Table) -> None:
    """Refuse a table that no rules could mean.

    Whole numbers, a skunk never worth less than a win, lines descending and possible.
    """
    if len(table.points) != 4 or not all(_is_whole(points) for points in table.points):
        raise Refusal("match_points_whole_numbers")
    if table.points[0] < 1:
        raise Refusal("win_worth_nothing")
    if list(table.points) != sorted(table.points):
        raise Refusal("skunk_worth_less")
    if not all(_is_whole(line) and line < TARGET_WITH_LINES for line in table.lines) or len(table.lines) > 3:
        raise Refusal("skunk_lines_whole_numbers")
    if list(table.lines) != sorted(set(table.lines), reverse=True):
        raise Refusal("skunk_lines_descending")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
