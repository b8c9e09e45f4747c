"""Who deals first where a seat says so: in turn, as far as fixed seats allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.pairing import pairing_systems, seats_from_file
from tournaments.pairing.fixtures import Fixtures
from tournaments.pairing.values import PAIR, Past, Person, PlannedTable, PlayedTable

BY_SEAT = ("seat_a", "seat_b")
"""The rules by which a seat deals first."""
SEATS_SAID = (
    seats_from_file.NAME,
    *(name for name, one in pairing_systems.MOVEMENTS.items() if isinstance(one, Fixtures)),
)
"""Where a file or a league says who has which seat."""


def by_rules(
    rules: Mapping[str, Any], planned: Sequence[PlannedTable], people: Sequence[Person], past: Past
) -> tuple[PlannedTable, ...]:
    """A round with the first deals in turn, where the rules let a seat deal and leave it free who has it."""
    name = rules["movement"]
    winners_stay = pairing_systems.pairing_system(name).WINNERS_STAY
    if rules.get("first_deal") not in BY_SEAT or rules.get("boards") or winners_stay or name in SEATS_SAID:
        return tuple(planned)
    return in_turn(planned, people, past)


def of_rounds(
    rules: Mapping[str, Any], planned: Sequence[Sequence[PlannedTable]], people: Sequence[Person], past: Past
) -> tuple[tuple[PlannedTable, ...], ...]:
    """Rounds to come after `past`, each as `by_rules`."""
    known, coming = list(past), []
    for tables in planned:
        coming.append(by_rules(rules, tables, people, known))
        known.append([PlayedTable(one.table, one.seats, partners=one.partners) for one in coming[-1]])
    return tuple(coming)


def in_turn(
    planned: Sequence[PlannedTable], people: Sequence[Person], past: Past
) -> tuple[PlannedTable, ...]:
    """The same tables, where two sit: A is for whoever had it less often, measured by how often they had B.

    Game 1 stays as it was drawn.
    """
    if not past:
        return tuple(planned)
    fixed = {person.number for person in people if person.fixed}
    more = Counter[int]()  # how much oftener somebody had A than B
    for tables in past:
        for one, other in (table.people for table in tables if len(table.seats) == len(PAIR)):
            more[one] += 1
            more[other] -= 1

    def turned(table: PlannedTable) -> PlannedTable:
        """Between equals it is one's turn or the other's, whoever has the seat now."""
        way = 1 if (sum(table.people) + len(past)) % 2 else -1
        order = sorted(table.people, key=lambda number: (more[number], way * number))
        return replace(table, seats=tuple(zip(PAIR, order, strict=True)))

    return tuple(
        turned(table) if len(table.seats) == len(PAIR) and not fixed & set(table.people) else table
        for table in planned
    )
