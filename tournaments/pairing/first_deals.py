"""First deals where a seat decides who deals: in turn, as far as fixed seats allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.pairing import pairing_systems, seats_from_file
from tournaments.pairing.fixtures import Fixtures
from tournaments.pairing.values import PAIR, Past, Person, PlannedTable, PlayedTable

SEAT_DEAL_RULES = ("seat_a", "seat_b")
"""The rules by which a seat deals first."""
GIVEN_SEAT_SYSTEMS = (
    seats_from_file.NAME,
    *(name for name, one in pairing_systems.PAIRING_SYSTEMS.items() if isinstance(one, Fixtures)),
)
"""The pairing systems in which a file or a league decides the seats."""


def apply_first_deals(
    rules: Mapping[str, Any], planned: Sequence[PlannedTable], people: Sequence[Person], past: Past
) -> tuple[PlannedTable, ...]:
    """Return a round with the first deals in turn, if under the rules a seat deals and can be chosen."""
    name = rules["movement"]
    winners_stay = pairing_systems.PAIRING_SYSTEMS[name].WINNERS_STAY
    if (
        rules.get("first_deal") not in SEAT_DEAL_RULES
        or rules.get("boards")
        or winners_stay
        or name in GIVEN_SEAT_SYSTEMS
    ):
        return tuple(planned)
    return balance_first_deals(planned, people, past)


def apply_to_rounds(
    rules: Mapping[str, Any], planned: Sequence[Sequence[PlannedTable]], people: Sequence[Person], past: Past
) -> tuple[tuple[PlannedTable, ...], ...]:
    """Apply `apply_first_deals` to each of the rounds to come after `past`."""
    known, coming = list(past), []
    for tables in planned:
        coming.append(apply_first_deals(rules, tables, people, known))
        known.append([PlayedTable(one.table, one.seats, partners=one.partners) for one in coming[-1]])
    return tuple(coming)


def balance_first_deals(
    planned: Sequence[PlannedTable], people: Sequence[Person], past: Past
) -> tuple[PlannedTable, ...]:
    """Give seat A of each table of two to the player who has had A less often, measured against B.

    Round 1 stays as it was drawn.
    """
    if not past:
        return tuple(planned)
    fixed = {person.number for person in people if person.fixed}
    more = Counter[int]()  # how much oftener a person had A than B
    for tables in past:
        for one, other in (table.people for table in tables if len(table.seats) == len(PAIR)):
            more[one] += 1
            more[other] -= 1

    def turned(table: PlannedTable) -> PlannedTable:
        """Turn a table; between equals the turn does not depend on who has the seat now."""
        way = 1 if (sum(table.people) + len(past)) % 2 else -1
        order = sorted(table.people, key=lambda number: (more[number], way * number))
        return replace(table, seats=tuple(zip(PAIR, order, strict=True)))

    return tuple(
        turned(table) if len(table.seats) == len(PAIR) and not fixed & set(table.people) else table
        for table in planned
    )
