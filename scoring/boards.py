"""Team matches on several boards: board points and team points (rules.md §14).

| what                  | options, the default first                                                    |
|-----------------------|-------------------------------------------------------------------------------|
| boards                | 2 to 8: on each one of one team plays one of the other                        |
| board points          | `won` (boards won, a level one is half of each), `match_points`, `pegged`     |
| who has won the match | the team with more board points; it is level if both have as many             |
| team points           | 2 for a match won, 1 for one that is level, 0 for one lost; others are declared |
| a bye                 | counts as a match `won`, as a `level` one, or as `nothing`                    |

A match with an open board gives no team points yet.

In the frozen rules of a stage it is data (`boards`, read by `read_boards`):

| name     | meaning                                                          |
|----------|------------------------------------------------------------------|
| `count`  | how many boards                                                  |
| `by`     | what the board points are                                        |
| `points` | team points of a match won, level, lost, in this order           |
| `bye`    | what a bye counts as                                             |

>>> from scoring.side import SideValue
>>> won, lost = SideValue(won=True), SideValue()
>>> team_points(Boards(3), [(won, lost), (lost, won), (won, lost)])
(2, 0)
>>> team_points(Boards(2), [(won, lost), (lost, won)]), team_points(Boards(2), [(won, lost)])
((1, 1), (0, 0))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import DomainError, is_whole
from scoring.side import SideValue

MIN_BOARDS, MAX_BOARDS = 2, 8
COUNTED_BY = ("won", "match_points", "pegged")
BYES = ("won", "level", "nothing")
MAX_POINTS = 9
DEFAULT_POINTS = (2, 1, 0)


@dataclass(frozen=True)
class Boards:
    """A team match: `count` boards, decided `by` one of COUNTED_BY (rules.md §14).

    `points` are the team points of a match won, level and lost; `bye` is one of BYES.
    """

    count: int
    by: str = COUNTED_BY[0]
    points: tuple[int, int, int] = DEFAULT_POINTS
    bye: str = BYES[0]

    @property
    def bye_points(self) -> int:
        """Return the team points of a team that sits out (rules.md §14).

        >>> Boards(4).bye_points, Boards(4, bye="level").bye_points, Boards(4, bye="nothing").bye_points
        (2, 1, 0)
        """
        return {"won": self.points[0], "level": self.points[1], "nothing": 0}[self.bye]

    def tables(self, first: int) -> range:
        """Return the tables of a team match whose first board is at table `first` (rules.md §14).

        >>> list(Boards(4).tables(5))
        [5, 6, 7, 8]
        """
        return range(first, first + self.count)


def read_boards(rules: Mapping[str, Any]) -> Boards | None:
    """Return the team matches that the rules of a stage declare, or None without boards (rules.md §14).

    Raises `DomainError` for boards that cannot be.

    >>> read_boards({"boards": {"count": 4, "points": [3, 1, 0]}}).points, read_boards({})
    ((3, 1, 0), None)
    """
    stored = rules.get("boards")
    if stored is None:
        return None
    if not isinstance(stored, Mapping) or set(stored) - {"count", "by", "points", "bye"}:
        raise DomainError("unknown_boards")
    points = stored.get("points", DEFAULT_POINTS)
    declared = (stored.get("by", COUNTED_BY[0]), stored.get("bye", BYES[0]))
    if not is_whole(stored.get("count")) or not MIN_BOARDS <= stored["count"] <= MAX_BOARDS:
        raise DomainError("boards_number", least=MIN_BOARDS, most=MAX_BOARDS)
    if declared[0] not in COUNTED_BY or declared[1] not in BYES or not _are_points(points):
        raise DomainError("unknown_boards")
    return Boards(stored["count"], declared[0], (points[0], points[1], points[2]), declared[1])


def each(rules: Mapping[str, Any]) -> int:
    """Return how many tables one meeting takes: 1, or the number of boards (rules.md §14).

    >>> each({"boards": {"count": 4}}), each({})
    (4, 1)
    """
    boards = read_boards(rules)
    return boards.count if boards else 1


def _are_points(points: Any) -> bool:
    if not isinstance(points, (list, tuple)) or len(points) != len(DEFAULT_POINTS):
        return False
    return all(is_whole(each) and each <= MAX_POINTS for each in points) and points[0] > points[2]


def check(rules: Mapping[str, Any]) -> Boards | None:
    """Check the team matches of a tournament against all of its rules, and return them (rules.md §14).

    Raises `DomainError` if match points would decide and none are counted, or if a board is a match of
    several games.
    """
    boards = read_boards(rules)
    if boards and boards.by == "match_points" and rules.get("match_points") is None:
        raise DomainError("boards_no_table")
    if boards and rules["match"] != {"kind": "fixed", "games": 1}:
        raise DomainError("boards_one_game")
    if boards and boards.by == "pegged" and rules.get("higher_wins") is False:
        raise DomainError("points_lower_ranks")
    return boards


def board_points(boards: Boards, games: Sequence[Sequence[SideValue]]) -> tuple[int, int]:
    """Return the board points of the two teams; boards won are counted in halves (rules.md §14).

    >>> board_points(Boards(2), [(SideValue(won=True), SideValue()), (SideValue(), SideValue())])
    (3, 1)
    """
    sums = [0, 0]
    for values in games:
        level = not any(value.won for value in values) and all(value.played for value in values)
        for side, value in enumerate(values):
            halves = 1 if level else 2 * value.won
            sums[side] += halves if boards.by == "won" else int(getattr(value, boards.by))
    return sums[0], sums[1]


def team_points(boards: Boards, games: Sequence[Sequence[SideValue]]) -> tuple[int, int]:
    """Return the team points of two teams from the values of both sides of each board (rules.md §14).

    Where no board was played or won, both get nothing.

    >>> team_points(Boards(2), [(SideValue(played=False), SideValue(played=False))] * 2)
    (0, 0)
    """
    if len(games) < boards.count:
        return 0, 0
    one, other = board_points(boards, games)
    won, level, lost = boards.points
    if one == other:
        took_place = any(value.played or value.won for values in games for value in values)
        return (level, level) if took_place else (0, 0)
    return (won, lost) if one > other else (lost, won)
