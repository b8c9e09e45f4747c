"""The proof-reader's view of turns: who may have a bye or the house player again, and who never can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tournaments.seating.values import Finding, Past, Person, PlannedTable, PlayedTable


def unfair_turns(
    planned: Sequence[PlannedTable], persons: dict[int, Person], past: Past
) -> Iterator[Finding]:
    """Byes, or games with the house player, given again before everybody who can have one has."""
    house = next((person for person in persons.values() if person.house), None)
    had = Counter(number for tables in past for number in _turns(tables, house))
    waiting = [number for number in _can_have_one(persons, house) if not had[number]]
    for number in _turns(planned, house):
        if number in persons and had[number] and set(waiting) - {number}:
            yield Finding("unfair_turn", True, (number,), {"times": had[number]})


def _turns(tables: Sequence[PlannedTable | PlayedTable], house: Person | None) -> list[int]:
    """Who sits alone, or opposite the house player where there is one."""
    if house is None:
        return [table.people[0] for table in tables if len(table.seats) == 1]
    return [n for table in tables if house.number in table.people for n in table.people if n != house.number]


def _can_have_one(persons: dict[int, Person], house: Person | None) -> list[int]:
    """Those who can sit out, or meet the house player.

    Two fixed seats at one table always meet each other. Where there are more fixed seats than others, the
    others are all needed opposite them.
    """
    others = [person for person in persons.values() if not person.house]
    per_table = Counter(person.fixed[0] for person in persons.values() if person.fixed)
    alone = [person.number for person in others if person.fixed and per_table[person.fixed[0]] == 1]
    movers = [person.number for person in others if not person.fixed]
    if house is not None and house.fixed:
        return movers
    return alone if len(alone) > len(movers) else alone + movers
