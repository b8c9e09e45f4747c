"""Penalties: lines on which a judge takes points or a game off a side (rules.md §2.4, §5.1).

| data                                  | what it does                                                      |
|---------------------------------------|-------------------------------------------------------------------|
| `side`, `points`, `why`               | so many points off the sum named `penalised`; the result stays    |
| `side`, `game`, `why`                 | the side loses the game: `game` is line data of an award          |
| `side`, `deal`, `why`                 | a new deal was ordered: it is written down and takes nothing off  |
| `takes_back`                          | the number of a penalty that counts no longer                     |

`why` is `{"code": …}`, a name in the judge's list of irregularities, or `{"words": …}`. A penalty is about a
person and not about a result: it counts even if the result is corrected, disputed or taken out.

>>> line = PenaltyLine(41, {"v": 1, "side": 0, "points": 10, "why": {"words": "Cards shown"}}, [[12], [31]])
>>> [(one.points, one.offenders) for one in active_penalties([line])]
[(10, (12,))]
>>> active_penalties([line, PenaltyLine(42, {"v": 1, "takes_back": 41}, [[12], [31]])])
[]
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from scoring.errors import DomainError
from scoring.line_data import check_keys

KIND = "penalty"
MAX_POINTS = 999
MAX_CODE_LENGTH, MAX_WORDS_LENGTH = 40, 200
PENALTY_KEYS = frozenset({"v", "side", "why"})
PENALTY_EFFECTS = ("points", "game", "deal")


class NumberedLine(Protocol):
    """A line with its number, its data and the entries that sat there."""

    @property
    def number(self) -> int:
        """Its number in the score book (rules.md §2.4)."""

    @property
    def data(self) -> Mapping[str, Any]:
        """Its data (rules.md §2.4)."""

    @property
    def sides(self) -> Sequence[Sequence[int]]:
        """The entry numbers of those who sat there, by side (rules.md §2.4)."""


class PenaltyLine(NamedTuple):
    """A line of a penalty: its number, its data, and the entries that sat there, by side."""

    number: int
    data: Mapping[str, Any]
    sides: Sequence[Sequence[int]]


@dataclass(frozen=True)
class Penalty:
    """A penalty that counts, written by line `number`; `game` is the award by which its side loses the game.

    `offenders` are the entry numbers of the side: partners are one side.
    """

    number: int
    side: int
    offenders: tuple[int, ...]
    why: Mapping[str, str]
    points: int = 0
    game: Mapping[str, Any] | None = None
    deal: bool = False


def active_penalties(lines: Iterable[NumberedLine]) -> list[Penalty]:
    """Return the penalties that count, from their lines in the order of numbers (rules.md §2.4)."""
    found: dict[int, Penalty] = {}
    for line in lines:
        if "takes_back" in line.data:
            found.pop(line.data["takes_back"], None)
        else:
            found[line.number] = parse_penalty(line)
    return list(found.values())


def parse_penalty(line: NumberedLine) -> Penalty:
    """Return the penalty on a line, even if it was taken back later (rules.md §2.4)."""
    data = line.data
    return Penalty(
        line.number,
        data["side"],
        tuple(line.sides[data["side"]]),
        data["why"],
        data.get("points", 0),
        data.get("game"),
        "deal" in data,
    )


def lost_game_penalty(lines: Iterable[NumberedLine], seats: Sequence[Sequence[int]]) -> Penalty | None:
    """Return the newest penalty that counts and loses the game at `seats`, or None (rules.md §2.4)."""
    seated = [list(side) for side in seats]
    here = [line for line in lines if [list(side) for side in line.sides] == seated]
    return next((one for one in reversed(active_penalties(here)) if one.game is not None), None)


def line_result(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the result on a line: the award of a lost game, else the line's own data (rules.md §2.4)."""
    award: Mapping[str, Any] = data.get("game", data)
    return award


def check(data: Mapping[str, Any], sides: int, check_award: Callable[[Mapping[str, Any]], None]) -> None:
    """Raise `DomainError` for data that cannot be a penalty at a table of so many sides (rules.md §2.4).

    `check_award` raises it for an award that cannot be a result of the game.
    """
    if "takes_back" in data:
        check_keys(data, {"v", "takes_back"})
        if type(data["takes_back"]) is not int or data["takes_back"] < 1:
            raise DomainError("no_such_penalty", line=str(data["takes_back"])[:MAX_CODE_LENGTH])
        return
    takes = [name for name in PENALTY_EFFECTS if name in data]
    if len(takes) != 1:
        raise DomainError("penalty_unknown")
    check_keys(data, PENALTY_KEYS | set(takes))
    if type(data.get("side")) is not int or data["side"] not in range(sides):
        raise DomainError("penalty_for_nobody")
    _check_reason(data.get("why"))
    if "points" in data:
        points = data["points"]
        if type(points) is not int or not 1 <= points <= MAX_POINTS:
            raise DomainError("penalty_points", value=str(points)[:MAX_CODE_LENGTH], most=MAX_POINTS)
    elif "game" in data:
        _check_lost(data, sides, check_award)
    elif data["deal"] is not True:
        raise DomainError("penalty_unknown")


def _check_lost(
    data: Mapping[str, Any], sides: int, check_award: Callable[[Mapping[str, Any]], None]
) -> None:
    if sides != 2:
        raise DomainError("penalty_game_of_two")
    award = data["game"]
    if not isinstance(award, Mapping) or "how" not in award or award.get("winner") != 1 - data["side"]:
        raise DomainError("penalty_unknown")
    check_award(award)


def _check_reason(why: object) -> None:
    if not isinstance(why, Mapping) or len(why) != 1:
        raise DomainError("penalty_reason")
    ((name, text),) = why.items()
    longest = {"code": MAX_CODE_LENGTH, "words": MAX_WORDS_LENGTH}.get(name, 0)
    if not isinstance(text, str) or not 0 < len(text.strip()) <= longest:
        raise DomainError("penalty_reason")
