"""Problems of a planned tournament, as codes with their numbers and the ways to solve them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

MAX_ROUNDS_AWAY = 5
"""Another number of rounds is offered if it differs by at most this from the requested one."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A choice that solves a problem: set `field` of the set-up to `value`."""

    field: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem (`hard`: it makes the tournament impossible), as a code and its numbers, and the ways out."""

    code: str
    hard: bool
    args: dict[str, Any] = field(default_factory=dict)
    ways: tuple[Solution, ...] = ()


def least_rematches(people: int, rounds: int, *, three: bool = False) -> tuple[int, int]:
    """Return the fewest meetings of two that must be rematches, and the number of meetings in all.

    >>> least_rematches(8, 15), least_rematches(16, 15), least_rematches(7, 15)
    ((32, 60), (0, 120), (24, 45))
    """
    games = ((people + 3) // 2 if three else people // 2) * rounds
    return max(0, games - people * (people - 1) // 2), games


def rematches(people: int, rounds: int, *, three: bool = False) -> Iterator[Problem]:
    """Yield rematches that are certain or likely if winners stay: 15 games without rematch need 24 people.

    At a table of `three` each meets two at once.
    """
    games = rounds - (rounds // people if people % 2 and not three else 0)  # each plays at most so many
    met = games + (3 * rounds // people if three else 0)
    others = people - 1
    least, played = least_rematches(people, rounds, three=three)
    numbers = {"people": people, "others": others, "games": games, "least": least, "played": played}
    if 0 < others < met:
        yield Problem(
            "rematches_certain",
            False,
            numbers,
            (Solution("rounds", _rounds_to_meet_all(people, three=three)),),
        )
    elif 5 * people < 8 * met:
        yield Problem("rematches_likely", False, numbers)


def _rounds_to_meet_all(people: int, *, three: bool) -> int:
    """Return the rounds in which all can meet all once."""
    if three:
        return max(1, people * (people - 1) // (people + 3))
    return people if people % 2 else people - 1
