"""The running sheet of gin as codes and numbers, to be drawn by pages and papers (rules.md §5, §7.2).

| part    | what it holds                                                                          |
|---------|----------------------------------------------------------------------------------------|
| titles  | one a column: `player`, `captain` or `team`, the game it belongs to and the side       |
| rows    | one a hand; a column has the new running total or nothing; the winner's is underlined  |
| footers | `written`, `game_bonus`, `shutout`, `boxes`, `box_bonus`, `total`, `value`: one number a column |

`boxes` counts hands won; `written`, `game_bonus`, `shutout` and `box_bonus` add up to `total`. A game that is
not finished has only `written` and `boxes`.

>>> from scoring.gin.rules import GinRules
>>> Title("captain", game=1, side=0) in titles((Standing((0, 0), (0, 0)),), GinRules(mode="captain"))
True
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.gin.meetings import Meeting, sides
from scoring.gin.rules import GinRules
from scoring.gin.score import Score
from scoring.gin.settlement import Result, Standing

RESULT_ROWS = ("game_bonus", "shutout", "box_bonus", "totals", "values")


@dataclass(frozen=True)
class Title:
    """The head of a column: `code` is `player`, `captain` or `team`; games count from 1, sides from 0."""

    code: str
    game: int
    side: int


@dataclass(frozen=True)
class Cell:
    """A cell of a hand in a column: the running total, None if nothing is written (rules.md §5)."""

    total: int | None = None
    underlined: bool = False


@dataclass(frozen=True)
class Row:
    """A hand on the sheet (rules.md §5, §6).

    `scores` are its results, one a meeting; `winner` is the side that writes `points` (netted in teams), None
    if neither does; `fines` are by side.
    """

    number: int
    scores: tuple[Score, ...]
    meetings: tuple[Meeting, ...]
    winner: int | None
    points: int
    fines: tuple[int, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Footer:
    """A line below the hands: a code, and one number a column (None if there is none yet)."""

    code: str
    numbers: tuple[int | None, ...]


def titles(games: Sequence[Standing], rules: GinRules) -> tuple[Title, ...]:
    """Return the heads of the columns, side by side, game after game (rules.md §6, §7.2)."""
    codes = ["player"] * len(sides(rules))
    if rules.mode == "captain":
        codes = ["captain", "team"]
    elif rules.mode == "teams":
        codes = ["team", "team"]
    return tuple(
        Title(code, game, side) for game in range(1, len(games) + 1) for side, code in enumerate(codes)
    )


def cells(before: Sequence[Standing], games: Sequence[Standing], winner: int | None) -> tuple[Cell, ...]:
    """Return the cells of a hand: the totals it changed and the total of each box won (rules.md §5)."""
    return tuple(
        _cell(old, new, side, winner)
        for old, new in zip(before, games, strict=True)
        for side in range(len(new.points))
    )


def _cell(old: Standing, new: Standing, side: int, winner: int | None) -> Cell:
    won = new.boxes[side] > old.boxes[side]
    if not won and new.points[side] == old.points[side]:
        return Cell()
    return Cell(new.points[side], underlined=won)


def footers(games: Sequence[Standing], results: Sequence[Result | None]) -> tuple[Footer, ...]:
    """Return the lines below the hands, in the order in which they are computed (rules.md §5)."""
    written = Footer("written", tuple(points for game in games for points in game.points))
    boxes = Footer("boxes", tuple(won for game in games for won in game.boxes))
    if not any(results):
        return written, boxes
    numbers = {name: _numbers(name, games, results) for name in RESULT_ROWS}
    shutout = [Footer("shutout", numbers["shutout"])] if any(numbers["shutout"]) else []
    return (
        written,
        Footer("game_bonus", numbers["game_bonus"]),
        *shutout,
        boxes,
        Footer("box_bonus", numbers["box_bonus"]),
        Footer("total", numbers["totals"]),
        Footer("value", numbers["values"]),
    )


def _numbers(
    name: str, games: Sequence[Standing], results: Sequence[Result | None]
) -> tuple[int | None, ...]:
    return tuple(
        None if found is None else getattr(found, name)[side]
        for game, found in zip(games, results, strict=True)
        for side in range(len(game.points))
    )
