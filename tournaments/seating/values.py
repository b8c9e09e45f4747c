"""What a seating is made of: people, planned tables, played tables, findings.

Pure values: no Django, no clock, no randomness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

LETTERS = ("A", "B")

Seat = tuple[int, str]
"""A table number and a letter."""

Choice = tuple[str, dict[str, Any]]
"""A way out: a code and its numbers. The sentence is made elsewhere."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone to be seated, known by their entry number.

    `fixed` is the seat that they never leave. `house` is the player who makes the field even.
    People who share an `apart` tag are kept apart in round 1.
    """

    number: int
    fixed: Seat | None = None
    house: bool = False
    apart: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """Who will sit where at one table: (letter, entry number), letters in order. One seat is a bye."""

    table: int
    seats: tuple[tuple[str, int], ...]

    @property
    def people(self) -> tuple[int, ...]:
        """Entry numbers in the order of the letters."""
        return tuple(number for _, number in self.seats)


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table as it was played; `winner` is an entry number, None for a bye or an abandoned game."""

    table: int
    seats: tuple[tuple[str, int], ...]
    winner: int | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """Entry numbers in the order of the letters."""
        return tuple(number for _, number in self.seats)


Past = Sequence[Sequence[PlayedTable]]
"""The rounds played so far, oldest first."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the proof-reader noticed: a hard fault, or an ideal that this seating could not keep."""

    code: str
    hard: bool
    people: tuple[int, ...] = ()
    args: dict[str, Any] = field(default_factory=dict)


class NoSeating(Exception):
    """No seating can be had: a code, its numbers, and the ways out (each a code and its numbers)."""

    def __init__(self, code: str, args: dict[str, Any], choices: Sequence[Choice] = ()) -> None:
        super().__init__(code, args)
        self.code = code
        self.args_ = args
        self.choices = tuple(choices)


def other_letter(letter: str) -> str:
    """The letter of the seat opposite."""
    return LETTERS[1] if letter == LETTERS[0] else LETTERS[0]
