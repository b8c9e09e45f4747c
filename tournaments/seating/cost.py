"""What a seating costs, in numbers to be shown beside another one; and two people in each other's seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seating.values import Past, Person, PlannedTable, PlayedTable, Seat


@dataclass(frozen=True, slots=True)
class Cost:
    """What a seating costs."""

    rematches: int
    """Games between two people who have met before."""
    walks: tuple[int, ...]
    """Tables walked by each person who changes seat, by entry number."""
    winners_moved: int
    """Winners of the last round who lose their seat."""
    not_apart: int = 0
    """In round 1: games between people who asked not to meet."""

    @property
    def walk(self) -> int:
        """Tables walked in all."""
        return sum(self.walks)


def cost(planned: Sequence[PlannedTable], people: Sequence[Person], past: Past) -> Cost:
    """What `planned` costs for `people` after the rounds of `past`."""
    met = meetings(past)
    before, now = seats_of(past[-1] if past else ()), seats_of(planned)
    moved = sorted(number for number in now.keys() & before.keys() if now[number] != before[number])
    winners = {table.winner for table in past[-1]} if past else set()
    return Cost(
        rematches=sum(bool(met[frozenset(table.people)]) for table in planned if len(table.seats) == 2),
        walks=tuple(abs(now[number][0] - before[number][0]) for number in moved),
        winners_moved=len(winners.intersection(moved)),
        not_apart=0 if past else _together(planned, people),
    )


def swap(planned: Sequence[PlannedTable], one: int, other: int) -> tuple[PlannedTable, ...]:
    """The same seating with two people in each other's seat.

    Raises ValueError where either of them has no seat.
    """
    if not {one, other} <= seats_of(planned).keys():
        raise ValueError("both must have a seat")
    instead = {one: other, other: one}
    return tuple(
        PlannedTable(
            table.table,
            tuple((letter, instead.get(number, number)) for letter, number in table.seats),
            table.partners,
        )
        for table in planned
    )


def seats_of(tables: Sequence[PlannedTable | PlayedTable]) -> dict[int, Seat]:
    """Where everybody sits, by entry number."""
    return {number: (table.table, letter) for table in tables for letter, number in table.seats}


def meetings(past: Past) -> Counter[frozenset[int]]:
    """How often two people have met."""
    return Counter(frozenset(table.people) for tables in past for table in tables if len(table.seats) == 2)


def _together(planned: Sequence[PlannedTable], people: Sequence[Person]) -> int:
    tags = {person.number: person.apart for person in people}
    pairs = [table.people for table in planned if len(table.seats) == 2]
    return sum(bool(tags.get(one, frozenset()) & tags.get(other, frozenset())) for one, other in pairs)
