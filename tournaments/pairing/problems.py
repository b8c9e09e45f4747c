"""What stands in the way of a day, as codes with their numbers and the ways out."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

NEAR = 5
"""Another number of games is worth offering when it is within so many of the one wished for."""


@dataclass(frozen=True, slots=True)
class Way:
    """A choice that solves a problem: set `field` of the set-up to `value`."""

    field: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Problem:
    """What stands in the way (`hard`: it cannot be), as a code and its numbers, and the ways out."""

    code: str
    hard: bool
    args: dict[str, Any] = field(default_factory=dict)
    ways: tuple[Way, ...] = ()


def least_rematches(people: int, rounds: int, *, three: bool = False) -> tuple[int, int]:
    """How many meetings of two must be rematches even in the best of days, of how many in all.

    >>> least_rematches(8, 15), least_rematches(16, 15), least_rematches(7, 15)
    ((32, 60), (0, 120), (24, 45))
    """
    games = ((people + 3) // 2 if three else people // 2) * rounds
    return max(0, games - people * (people - 1) // 2), games


def rematches(people: int, rounds: int, *, three: bool = False) -> Iterator[Problem]:
    """Winners who stay meet few: 15 games without rematch want 24 people.

    At a table of `three` each meets two at once.
    """
    games = rounds - (rounds // people if people % 2 and not three else 0)  # each plays so many at the most
    met = games + (3 * rounds // people if three else 0)
    others = people - 1
    least, played = least_rematches(people, rounds, three=three)
    numbers = {"people": people, "others": others, "games": games, "least": least, "played": played}
    if 0 < others < met:
        yield Problem("rematches_certain", False, numbers, (Way("rounds", _once(people, three=three)),))
    elif 5 * people < 8 * met:
        yield Problem("rematches_likely", False, numbers)


def _once(people: int, *, three: bool) -> int:
    """So many rounds, and everybody can have met everybody once."""
    if three:
        return max(1, people * (people - 1) // (people + 3))
    return people if people % 2 else people - 1
