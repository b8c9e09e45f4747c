"""The values of a seating: people, planned tables, played tables, findings.

Pure values: no Django, no clock, no randomness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

LETTERS = ("A", "B", "C", "D", "E", "F")
PAIR = LETTERS[:2]
"""The seats of two who sit opposite."""

Seat = tuple[int, str]
"""A table number and a letter."""

ALONE, OPPOSITE, ALTERNATELY, CAPTAIN = 0, 1, 2, 3
"""The ways to play at a table.

Each alone; with the person opposite; in two sides, every other seat; one alone against the two others.
"""

PARTNERS = {OPPOSITE: (4, 6), ALTERNATELY: (4, 5, 6), CAPTAIN: (3,)}
"""The numbers of people that can play so.

A+C against B+D, or A+D, B+E, C+F; A+C+E against B+D+F, or B+D; A against B+C.
"""

Choice = tuple[str, dict[str, Any]]
"""A way out: a code and its numbers. The sentence is made elsewhere."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person to be seated, known by their entry number.

    `fixed` is the seat that they never leave. `house` is the player who makes the field even.
    People who share an `apart` tag are kept apart in the first `apart_for` rounds (0: all rounds), at any
    price if both have the tag in `never` too. `meets` is the number of the opponent in a league's fixture,
    `home` whether this person is at home.
    """

    number: int
    fixed: Seat | None = None
    house: bool = False
    apart: frozenset[str] = frozenset()
    meets: int | None = None
    home: bool = False
    apart_for: int = 1
    never: frozenset[str] = frozenset()

    def is_kept_apart(self, other: Person, played: int) -> bool:
        """Return whether these two are kept apart after so many rounds."""
        lasts = not self.apart_for or played < self.apart_for
        return lasts and not self.apart.isdisjoint(other.apart)

    def never_meets(self, other: Person, played: int) -> bool:
        """Return whether these two must not meet at any price after so many rounds."""
        return self.is_kept_apart(other, played) and not self.never.isdisjoint(other.never)


def sides_at(seats: Sequence[tuple[str, int]], partners: int = ALONE) -> tuple[tuple[int, ...], ...]:
    """Return the sides at a table, each in the order of the letters.

    `partners` is one of PARTNERS, or ALONE. Raises ValueError if so many cannot play so.

    >>> sides_at([("A", 7), ("B", 3), ("C", 9)])
    ((7,), (3,), (9,))
    >>> sides_at([("A", 7), ("B", 3), ("C", 9), ("D", 1)], partners=True)
    ((7, 9), (3, 1))
    >>> sides_at(list(zip("ABCDE", range(1, 6))), ALTERNATELY)
    ((1, 3, 5), (2, 4))
    """
    numbers = [number for _, number in sorted(seats)]
    if not partners:
        return tuple((number,) for number in numbers)
    if len(numbers) not in PARTNERS[partners]:
        raise ValueError(f"{len(numbers)} cannot play as partners")
    if partners == CAPTAIN:
        return (numbers[0],), tuple(numbers[1:])
    sides = 2 if partners == ALTERNATELY else len(numbers) // 2
    return tuple(tuple(numbers[side::sides]) for side in range(sides))


def partner_arrangement(people: int, sides: int) -> int:
    """Return how `people` in so many `sides` sit: ALONE or one of PARTNERS.

    >>> [partner_arrangement(people, sides) for people, sides in ((4, 4), (4, 2), (6, 3), (6, 2))]
    [0, 1, 1, 2]
    """
    if sides == people:
        return ALONE
    if people == 3:
        return CAPTAIN
    return OPPOSITE if sides * 2 == people else ALTERNATELY


def seats_for(sides: Sequence[Sequence[int]]) -> tuple[tuple[str, int], ...]:
    """Return the seats of these sides: the inverse of `sides_at`.

    >>> seats_for([(7, 9), (3, 1)])
    (('A', 7), ('B', 3), ('C', 9), ('D', 1))
    """
    rows = zip_longest(*sides)
    numbers = (number for row in rows for number in row if number is not None)
    return tuple(zip(LETTERS, numbers, strict=False))


@dataclass(frozen=True, slots=True)
class Table:
    """The seats of one table: (letter, entry number), letters in order.

    `partners` is ALONE or one of PARTNERS.
    """

    table: int
    seats: tuple[tuple[str, int], ...]
    partners: int = field(default=ALONE, kw_only=True)

    @property
    def people(self) -> tuple[int, ...]:
        """Return entry numbers in the order of the letters."""
        return tuple([number for _, number in self.seats])

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return those who play together, by side."""
        return sides_at(self.seats, self.partners)


@dataclass(frozen=True, slots=True)
class PlannedTable(Table):
    """The seats of one table to be played: up to six; a person alone has a bye."""


class SideScore(NamedTuple):
    """The score of a side at a table: points (pegged, or the value of gin), match points, games won.

    `matches_won` is its score in a match of several games, in halves: 2, 1 if it was level, 0.
    """

    points: int = 0
    match_points: int = 0
    won: int = 0
    matches_won: int = 0


@dataclass(frozen=True, slots=True)
class PlayedTable(Table):
    """A table as it was played; `winner` is an entry number, None for a bye or an abandoned game.

    If partners play, `winner` is any one of those who won. `scores` are those of each side, in the
    order of `sides`; empty if not known.
    """

    winner: int | None = None
    scores: tuple[SideScore, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """Return all people of the side that won."""
        if not self.partners:
            return (self.winner,) if self.winner in self.people else ()
        return next((side for side in self.sides if self.winner in side), ())


Past = Sequence[Sequence[PlayedTable]]
"""The rounds played so far, oldest first."""


@dataclass(frozen=True, slots=True)
class SeatingRules:
    """The rules by which a seating is validated.

    `tables` is the number of tables in the hall; `three`: three of an odd field meet at one table. Winners
    are only checked if they keep their seat (`winners_stay`). `size` is how many people sit at a full table;
    `partners` play with the person opposite, each with all once and against all twice; `exact`: only full
    tables. `once`: no rematches, and more sit out instead.
    """

    tables: int
    winners_stay: bool = True
    three: bool = False
    size: int = 2
    partners: bool = False
    exact: bool = False
    once: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding of the validation: a hard fault, or an ideal that this seating could not keep."""

    code: str
    hard: bool
    people: tuple[int, ...] = ()
    args: dict[str, Any] = field(default_factory=dict)


class NoSeating(Exception):
    """No seating is possible: a code, its numbers, and the ways out (each a code and its numbers)."""

    def __init__(self, code: str, args: dict[str, Any], choices: Sequence[Choice] = ()) -> None:
        super().__init__(code, args)
        self.code = code
        self.args_ = args
        self.choices = tuple(choices)


def other_letter(letter: str) -> str:
    """Return the letter of the seat opposite, at a table of two."""
    return LETTERS[1] if letter == LETTERS[0] else LETTERS[0]
