"""The table of a league: games of two sides, one at home and one away (rules.md §12).

| what                  | how                                                                              |
|-----------------------|----------------------------------------------------------------------------------|
| a game played         | points for a win, a draw, a loss; or its match points                             |
| a game awarded        | points for a win to one side, for a loss to the other; to neither: two losses     |
| for and against       | what both sides had of games played; games awarded add none                       |
| who is level          | is parted by the criteria in their order, each among those who are level by then  |
| who is level after it | shares the rank                                                                   |

>>> games = [Game(1, 2, HOME, (121, 90)), Game(2, 3, DRAWN, (100, 100)), Game(3, 1, NEITHER, awarded=True)]
>>> [(row.rank, row.side, row.points, row.parted) for row in table((1, 2, 3), games, Rules())]
[(1, 1, 2, None), (2, 3, 1, ('points', 2, 1)), (3, 2, 1, ('difference', 0, -31))]
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

HOME, AWAY, DRAWN, NEITHER = "home", "away", "drawn", "neither"
BETWEEN, DIFFERENCE, SCORED, WON, WON_AWAY = "between", "difference", "scored", "won", "won_away"
CRITERIA = (BETWEEN, DIFFERENCE, SCORED, WON, WON_AWAY)
POINTS = "points"


@dataclass(frozen=True)
class Rules:
    """The points of a game, and the criteria that part sides with as many points.

    `as_played`: a game played gives its match points instead of `win`, `draw` and `loss`.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    as_played: bool = False
    criteria: tuple[str, ...] = (BETWEEN, DIFFERENCE, SCORED)


class Game(NamedTuple):
    """A game that counts: who was at home and who away, who has won, and what both scored.

    `match_points` are those of both sides, used with `as_played`.
    """

    home: int
    away: int
    won_by: str
    scored: tuple[int, int] = (0, 0)
    match_points: tuple[int, int] = (0, 0)
    awarded: bool = False


class Sum(NamedTuple):
    """The sums of games for one side."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    against: int = 0
    points: int = 0

    @property
    def difference(self) -> int:
        """The points scored, less those of the opponents (rules.md §12)."""
        return self.scored - self.against


class Row(NamedTuple):
    """A line of the table: all games, those at home, those away.

    `behind`: how many fewer games than the side that has played most. `parted`: the criterion that puts a
    side below the one above, with the values of both; None for the first side, and if the rank is shared.
    """

    rank: int
    side: int
    all: Sum
    home: Sum
    away: Sum
    behind: int
    parted: tuple[str, int, int] | None

    @property
    def points(self) -> int:
        """The points, which rank first (rules.md §12)."""
        return self.all.points


def table(sides: Sequence[int], games: Sequence[Game], rules: Rules) -> list[Row]:
    """Return the table of a league; sides that share a rank are in the order given (rules.md §12)."""
    home = {side: _sum((one for one in games if one.home == side), HOME, rules) for side in sides}
    away = {side: _sum((one for one in games if one.away == side), AWAY, rules) for side in sides}
    everything = {side: Sum(*map(sum, zip(home[side], away[side], strict=True))) for side in sides}
    most = max((one.played for one in everything.values()), default=0)
    rows: list[Row] = []
    rank = 1
    for at, (side, parted) in enumerate(_ordered(sides, everything, away, games, rules), start=1):
        rank = rank if at > 1 and parted is None else at
        behind = most - everything[side].played
        rows.append(Row(rank, side, everything[side], home[side], away[side], behind, parted))
    return rows


def _ordered(
    sides: Sequence[int],
    everything: Mapping[int, Sum],
    away: Mapping[int, Sum],
    games: Sequence[Game],
    rules: Rules,
) -> list[tuple[int, tuple[str, int, int] | None]]:
    """Return all sides in their order, each with what parts it from the side above."""
    groups: list[tuple[list[int], tuple[str, int, int] | None]] = [(list(sides), None)]
    for criterion in (POINTS, *rules.criteria):
        finer = []
        for group, parted in groups:
            has = _values(criterion, group, everything, away, games, rules)
            above = None
            for value in sorted(set(has.values()), reverse=True):
                level = [side for side in group if has[side] == value]
                finer.append((level, parted if above is None else (criterion, above, value)))
                above = value
        groups = finer
    return [(side, parted if side == group[0] else None) for group, parted in groups for side in group]


def _values(
    criterion: str,
    group: Sequence[int],
    everything: Mapping[int, Sum],
    away: Mapping[int, Sum],
    games: Sequence[Game],
    rules: Rules,
) -> dict[int, int]:
    """Return the value of each side that is level, by a criterion."""
    if criterion == BETWEEN:
        among = [one for one in games if one.home in group and one.away in group]
        return {side: sum(_points(one, side, rules) for one in among if side in one[:2]) for side in group}
    if criterion == WON_AWAY:
        return {side: away[side].won for side in group}
    return {side: int(getattr(everything[side], criterion)) for side in group}


def _sum(games: Iterable[Game], where: str, rules: Rules) -> Sum:
    at = (HOME, AWAY).index(where)
    rows = []
    for one in games:
        won, drawn = one.won_by == where, one.won_by == DRAWN
        scored, against = one.scored[at], one.scored[1 - at]
        points = _points(one, (one.home, one.away)[at], rules)
        rows.append((1, int(won), int(drawn), int(not won and not drawn), scored, against, points))
    return Sum(*map(sum, zip(*rows, strict=True))) if rows else Sum()


def _points(game: Game, side: int, rules: Rules) -> int:
    at = 0 if game.home == side else 1
    if rules.as_played and not game.awarded:
        return game.match_points[at]
    if game.won_by == DRAWN:
        return rules.draw
    return rules.win if game.won_by == (HOME, AWAY)[at] else rules.loss
