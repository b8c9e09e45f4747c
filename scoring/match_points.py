"""Skunk lines and match points of a won game of cribbage, as data (rules.md §3.1, §3.2).

| table            | title in rules.md     | win | skunk | double | triple         | source   |
|------------------|-----------------------|-----|-------|--------|----------------|----------|
| acc              | ACC official          | 2   | 3     | 3      | 3              | article  |
| long_match       | long match            | 3   | 4     | 4      | 4              | article  |
| free_play_3      | free play (3)         | 1   | 2     | 3      | 3              | article  |
| free_play_4      | free play (4)         | 1   | 2     | 4      | 4              | article  |
| free_play_triple | free play with triple | 1   | 2     | 4      | wins the match | article  |
| rules_fr         | rules FR              | 1   | 2     | 4      | 4              | rules FR |
| board_set        | board set             | 1   | 2     | 3      | 3              | EN       |

A loser gets 0 in every table. 'No extra point' in the article means the points of the level below. A triple
skunk that wins the match gives 4 points, as the double does; in a match of one game it does nothing else.

| lines       | skunk          | double   | triple   | source                             |
|-------------|----------------|----------|----------|------------------------------------|
| standard    | loser under 91 | under 61 | under 31 | article, rules FR                  |
| board lines | loser under 90 | under 60 | -        | EN; they go with the board set     |

Lines belong to the target of 121: there are none at another target unless the rules set them (`lines`).

| three or more sides (`several`) | the level of the win is                                            |
|---------------------------------|--------------------------------------------------------------------|
| all (default)                   | the one that all losers share (rules FR: 'si les adversaires ...') |
| any                             | that of the loser who is furthest behind                           |
| none                            | none: a skunk is for two sides                                     |

>>> win_worth(TABLES["acc"], losers_level([90]))
WinValue(points=3, level=1, wins_match=False)
>>> win_worth(TABLES["acc"], losers_level([91]))
WinValue(points=2, level=0, wins_match=False)
>>> win_worth(TABLES["free_play_triple"], losers_level([30]), games_in_match=3)
WinValue(points=4, level=3, wins_match=True)
>>> losers_level([60, 90]), losers_level([60, 90], several="any")
(1, 2)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import DomainError, is_whole

STANDARD_LINES = (91, 61, 31)
BOARD_LINES = (90, 60)
LINES: dict[str, tuple[int, ...]] = {"standard": STANDARD_LINES, "board lines": BOARD_LINES}
TARGET_WITH_LINES = 121
SEVERAL_LOSERS_RULES = ("all", "any", "none")
MAX_MATCH_POINTS = 100
OWN_TABLE = "own"


@dataclass(frozen=True)
class Table:
    """A table of match points (rules.md §3.2).

    `points` are for a win, a skunk, a double and a triple skunk; `lines` the skunk lines, descending;
    `triple_wins_match` says that a triple skunk ends the match at once. `title` is its name in rules.md,
    `first_to` how many match points win a set of games, where the source says so.
    """

    name: str
    points: tuple[int, int, int, int]
    lines: tuple[int, ...] = STANDARD_LINES
    triple_wins_match: bool = False
    title: str = ""
    first_to: int | None = None


TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        Table("acc", (2, 3, 3, 3), title="ACC official"),
        Table("long_match", (3, 4, 4, 4), title="long match"),
        Table("free_play_3", (1, 2, 3, 3), title="free play (3)"),
        Table("free_play_4", (1, 2, 4, 4), title="free play (4)"),
        Table("free_play_triple", (1, 2, 4, 4), triple_wins_match=True, title="free play with triple"),
        Table("rules_fr", (1, 2, 4, 4), title="rules FR"),
        Table("board_set", (1, 2, 3, 3), lines=BOARD_LINES, title="board set", first_to=5),
    )
}
_BY_TITLE = {table.title.casefold(): table for table in TABLES.values()}


@dataclass(frozen=True)
class WinValue:
    """The result of a win: match points, skunk level (0 to 3), and whether it wins the match at once."""

    points: int
    level: int
    wins_match: bool = False


def skunk_level(losers_points: int, lines: Sequence[int] = STANDARD_LINES) -> int:
    """Return how many skunk lines a loser with `losers_points` is under: 0 (none) to 3 (rules.md §3.1).

    >>> [skunk_level(points) for points in (91, 90, 60, 30)]
    [0, 1, 2, 3]
    """
    return sum(losers_points < line for line in lines)


def losers_level(losers: Sequence[int], lines: Sequence[int] = STANDARD_LINES, several: str = "all") -> int:
    """Return the skunk level of a win over `losers` (rules.md §3.1); for `several` see the module."""
    if several not in SEVERAL_LOSERS_RULES:
        raise DomainError("unknown_several_losers", several=str(several))
    levels = [skunk_level(points, lines) for points in losers]
    if not levels or (several == "none" and len(levels) > 1):
        return 0
    return max(levels) if several == "any" else min(levels)


def win_worth(table: Table, level: int, games_in_match: int = 1) -> WinValue:
    """Return the match points of a win by a skunk of `level` (0 to 3), by `table` (rules.md §3.2)."""
    wins_match = table.triple_wins_match and level == 3 and games_in_match > 1
    return WinValue(table.points[level], level, wins_match)


def skunk_lines(rules: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the skunk lines under the frozen rules of a stage (rules.md §3.1).

    They are those that the rules set (`lines`: numbers, or a name of `LINES`), else those of the table, else
    the standard ones; at another target than 121 only those that are set.
    """
    if rules.get("lines") is not None:
        return read_lines(rules["lines"], target=int(rules["target"]))
    if int(rules["target"]) != TARGET_WITH_LINES:
        return ()
    table = read_table(rules.get("match_points"))
    return table.lines if table else STANDARD_LINES


def read_table(stored: str | Mapping[str, Any] | None) -> Table | None:
    """Return the table that frozen rules name, or None (rules.md §3.2).

    `stored` is a name or title of `TABLES`, or an own table as data. Raises `DomainError` for an unknown name
    or an impossible table.
    """
    if stored is None:
        return None
    if isinstance(stored, str):
        table = TABLES.get(stored) or _BY_TITLE.get(stored.strip().casefold())
        if table is None:
            raise DomainError("unknown_match_point_table", name=stored)
        return table
    if not isinstance(stored, Mapping):
        raise DomainError("unknown_match_point_table", name=str(stored)[:40])
    name = str(stored.get("name", OWN_TABLE))[:40]
    own = Table(
        OWN_TABLE if name in TABLES else name,  # An organiser's table never passes for one of the sources.
        _read_points(stored.get("points")),
        read_lines(stored.get("lines", STANDARD_LINES)),
        stored.get("triple_wins_match", False),
    )
    check_table(own)
    return own


def read_lines(stored: Any, target: int = TARGET_WITH_LINES) -> tuple[int, ...]:
    """Parse skunk lines as rules store them (rules.md §3.1).

    They are a name of `LINES`, or at most three whole numbers. Raises `DomainError` for other values, and for
    lines at or above the target or not descending.
    """
    if isinstance(stored, str) and stored in LINES:
        return LINES[stored]
    lines = _sequence(stored)
    if len(lines) > 3 or not all(is_whole(line) and 0 < line < target for line in lines):
        raise DomainError("skunk_lines_whole_numbers", target=target)
    if lines != tuple(sorted(set(lines), reverse=True)):
        raise DomainError("skunk_lines_descending")
    return lines


def check_table(table: Table) -> None:
    """Raise `DomainError` for a table that no rules could mean (rules.md §3.2).

    The points are whole numbers, a skunk never gives fewer than a win, nor a level fewer than the one before;
    the lines are descending and possible.
    """
    points = _read_points(table.points)
    if points[0] < 1:
        raise DomainError("win_worth_nothing")
    if list(points) != sorted(points):
        raise DomainError("skunk_worth_less")
    if points[3] > MAX_MATCH_POINTS:
        raise DomainError("match_points_too_high", most=MAX_MATCH_POINTS)
    if not isinstance(table.triple_wins_match, bool):
        raise DomainError("triple_yes_or_no")
    read_lines(table.lines)


def _read_points(stored: Any) -> tuple[int, int, int, int]:
    points = _sequence(stored)
    if len(points) != 4 or not all(is_whole(value) for value in points):
        raise DomainError("match_points_whole_numbers")
    return points[0], points[1], points[2], points[3]


def _sequence(stored: Any) -> tuple[Any, ...]:
    """Return a stored list as a tuple; for anything else, a text too, `(None,)`, which is refused."""
    if isinstance(stored, Iterable) and not isinstance(stored, str | bytes | Mapping | set):
        return tuple(stored)
    return (None,)
