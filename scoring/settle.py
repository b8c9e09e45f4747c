"""Compute the state of a game from its lines: Open, Settled or Disputed (rules.md §4).

It is the only reader of lines, but for penalties (`penalties`).

| kind       | what it does                                                                        |
|------------|-------------------------------------------------------------------------------------|
| claim      | the first counts; the same again confirms it; another content is a dispute            |
| correction | replaces what counted when its writer had seen the last line; otherwise a dispute     |
| award      | as a claim: a bye, a forfeit, a no-show, a missed or an abandoned game                |
| ruling     | replaces what counted and ends the disputes that its writer had seen                  |
| void       | opens the game again, as if nothing had been written                                  |
| penalty    | of the game: while it counts, it decides the game over all other lines (`penalties`) |

A claim by one side alone waits for another side to say the same; where two claims that wait differ, both are
in dispute. A correction by one side is such a claim too, and takes back what that side alone had said before
if its writer had seen the last line. Sides unlike the seats are a dispute. Seats of fewer than two sides are
never a game. Other penalties are no result, and a writer need not have seen them.

>>> first, second = ({"v": 1, "pegged": [121, points]} for points in (88, 98))
>>> settle([Line(1, "claim", first, [[1], [2]])], [[1], [2]]).line
1
>>> settle([Line(1, "claim", first, [[1], [2]]), Line(2, "claim", second, [[1], [2]])], [[1], [2]]).disputing
(2,)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring import penalties


@dataclass(frozen=True)
class Line:
    """The part of a line that `settle` reads: numbers only, no names.

    `sides` are the entries that sat there as the writer saw it (a list of entry numbers a side), `basis` the
    number of the last line of this game that the writer had seen (0: none), `by` the role of the writer,
    `by_side` the writer's side.
    """

    number: int
    kind: str
    data: Mapping[str, Any]
    sides: Sequence[Sequence[int]]
    by: str = "desk"
    by_side: int | None = None
    basis: int = 0


@dataclass(frozen=True)
class Open:
    """A game in which nothing counts yet; `claims` are the numbers of lines that wait for another side."""

    claims: tuple[int, ...] = ()
    # those of the other states; without a type they are no fields
    data = None
    line = None


@dataclass(frozen=True)
class Settled:
    """A settled game: `data` counts, written by line `line`."""

    data: Mapping[str, Any]
    line: int


@dataclass(frozen=True)
class Disputed:
    """A disputed game: lines `disputing` differ from line `line`, whose `data` counts until a ruling.

    If nothing counts (None) they are all the lines that there are to decide between.
    """

    data: Mapping[str, Any] | None
    line: int | None
    disputing: tuple[int, ...]


@dataclass
class _GameLines:
    """The lines of a game by their state; `waiting` are claims by one side alone, and they may differ."""

    counting: Line | None = None
    waiting: list[Line] = field(default_factory=list)
    disputing: list[Line] = field(default_factory=list)
    last: int = 0

    def disputed_lines(self) -> list[Line]:
        """Return the lines that a ruling has to decide about besides the one that counts."""
        if not self.disputing and all(line.data == self.waiting[0].data for line in self.waiting):
            return []
        return sorted((*self.waiting, *self.disputing), key=lambda line: line.number)


def settle(lines: Sequence[Line], seats: Sequence[Sequence[int]]) -> Open | Settled | Disputed:
    """Return the state of a game at `seats` from its `lines`, in the order of their numbers (rules.md §4)."""
    if len(seats) < 2:
        return Open()
    lost = penalties.lost_game_penalty([line for line in lines if line.kind == penalties.KIND], seats)
    if lost is not None and lost.game is not None:
        return Settled(lost.game, lost.number)
    desk = _GameLines()
    for line in lines:
        if line.kind == penalties.KIND:
            continue
        sides_agree = list(map(list, line.sides)) == list(map(list, seats))
        _READERS[line.kind](desk, line, sides_agree)
        desk.last = line.number
    counting, disputing = desk.counting, tuple(line.number for line in desk.disputed_lines())
    if disputing:
        if counting is None:
            return Disputed(None, None, disputing)
        return Disputed(counting.data, counting.number, disputing)
    if counting is None:
        return Open(tuple(line.number for line in desk.waiting))
    return Settled(counting.data, counting.number)


def _claim(desk: _GameLines, line: Line, sides_agree: bool) -> None:
    if not sides_agree:
        desk.disputing.append(line)
    elif desk.counting is not None:
        if line.data != desk.counting.data:
            desk.disputing.append(line)
    elif line.by == "side" and not _agrees_with_another_side(desk, line):
        desk.waiting.append(line)
    else:
        desk.disputing += [other for other in desk.waiting if other.data != line.data]
        desk.waiting, desk.counting = [], line


def _agrees_with_another_side(desk: _GameLines, line: Line) -> bool:
    return any(other.by_side != line.by_side and other.data == line.data for other in desk.waiting)


def _correction(desk: _GameLines, line: Line, sides_agree: bool) -> None:
    is_fresh = line.basis == desk.last
    if line.by == "side" and sides_agree:
        if is_fresh:
            _take_back(desk, line)
        _claim(desk, line, sides_agree)
    elif is_fresh and sides_agree:
        desk.disputing = [other for other in desk.disputed_lines() if other.data != line.data]
        desk.counting, desk.waiting = line, []
    elif desk.counting is None or not sides_agree or line.data != desk.counting.data:
        desk.disputing.append(line)


def _take_back(desk: _GameLines, line: Line) -> None:
    """Remove the waiting and disputing lines that the side of `line` has written alone."""
    desk.waiting = [other for other in desk.waiting if not _is_from_same_side(other, line)]
    desk.disputing = [other for other in desk.disputing if not _is_from_same_side(other, line)]


def _is_from_same_side(other: Line, line: Line) -> bool:
    return (other.by, other.by_side, other.sides) == ("side", line.by_side, line.sides)


def _ruling(desk: _GameLines, line: Line, sides_agree: bool) -> None:
    if not sides_agree:
        desk.disputing.append(line)
        return
    others = (*desk.waiting, *desk.disputing)
    unseen = [other for other in others if other.number > line.basis and other.data != line.data]
    desk.counting, desk.waiting, desk.disputing = line, [], unseen


def _void(desk: _GameLines, line: Line, _sides_agree: bool) -> None:
    if line.basis == desk.last:
        desk.counting, desk.waiting, desk.disputing = None, [], []
    else:
        desk.disputing.append(line)


_READERS = {
    "claim": _claim,
    "award": _claim,
    "correction": _correction,
    "ruling": _ruling,
    "void": _void,
}
