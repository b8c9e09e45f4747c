"""Tournaments of any movement, and brackets of any kind, played and validated.

Tests play a few of them, `tests/lab/figures/movements.py` all, by `tournament` and `bracket_tournament`.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.pairing import test_brackets
from tests.pairing.test_actual_seats_all_systems import other_seats, said_of
from tests.pairing.test_movements import enough, hall, played, with_homes
from tests.pairing.test_random_tournaments import changed
from tests.pairing.test_random_tournaments import field as people_of
from tournaments.pairing import boards, bracket_check, bracket_kinds, consolation, knock_out, seats_from_file
from tournaments.pairing.actual_seats import apply_reported_tables
from tournaments.pairing.brackets import Bracket
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS, Tables
from tournaments.pairing.seating_cost import meetings
from tournaments.pairing.validation import validate
from tournaments.pairing.values import ALONE, Finding, NoSeating, Past, Person, PlannedTable

ROUNDS = 15
BOARDS = 3
STEADY, COME_AND_GO, AS_THEY_SIT = "steady", "come and go", "as they sit"
ATTENDANCE_KINDS = (STEADY, COME_AND_GO, AS_THEY_SIT)
PLAIN, ON_BOARDS, FROM_FILE, BRACKET = "plain", "boards", "file", "bracket"
SEATING_WAYS = (PLAIN, ON_BOARDS, FROM_FILE, BRACKET)
REST_PLACES = 11


@dataclass(frozen=True)
class System:
    """A movement with the size of its tables, and the way in which it seats a tournament."""

    layout: Tables
    way: str = PLAIN

    def __str__(self) -> str:
        return f"{self.layout.movement} {self.layout.size} {self.way}"

    @property
    def each(self) -> int:
        """Return how many tables of the hall a match takes."""
        return BOARDS if self.way == ON_BOARDS else 1

    def in_hall(self, people: Sequence[Person]) -> list[Person]:
        """Return the same people with fixed seats at tables of the hall."""
        at = [one.fixed and (boards.first_table(one.fixed[0], self.each), one.fixed[1]) for one in people]
        return [replace(one, fixed=seat) for one, seat in zip(people, at, strict=True)]

    def movement(self, people: Sequence[Person]) -> Any:
        """Return the movement, or a file of seats that it draws up for `people`, which ends early."""
        movement = PAIRING_SYSTEMS[self.layout.movement]
        if self.way != FROM_FILE:
            return movement
        players, past, rounds = len(people), [], []
        chance = random.Random(players)
        for number in range(ROUNDS // 2):
            request = PairingRequest(players + 1, seed=players + number, size=self.layout.size)
            try:
                planned = movement.next_round(people, past, request)
            except NoSeating:
                break
            rounds.append(tuple((table.table, *table.people) for table in planned))
            past.append(played(planned, chance))
        return seats_from_file.FromFile(tuple(rounds), movement)

    def seated(
        self, movement: Any, people: Sequence[Person], past: Past, tables: int, seed: int
    ) -> tuple[PlannedTable, ...]:
        """Return the next round of `people`, whose fixed seats are given by tables of the hall."""
        request = PairingRequest(tables * self.each, seed, size=self.layout.size)
        if self.way == ON_BOARDS:
            return boards.next_round(movement, people, past, BOARDS, request)
        found: tuple[PlannedTable, ...] = movement.next_round(people, past, request)
        return found

    def validate_round(
        self,
        movement: Any,
        planned: Sequence[PlannedTable],
        people: Sequence[Person],
        past: Past,
        tables: int,
    ) -> Sequence[Finding]:
        """Return the findings of the validator in a round."""
        rules = movement.seating_rules(PairingRequest(tables * self.each, seed=0, size=self.layout.size))
        found = validate(planned, people, past, rules)
        if self.way == ON_BOARDS:
            at = [table.table for match in planned for table in boards.board_tables(match, BOARDS)]
            found = (*found, *(Finding("table_twice", True) for _ in range(len(at) - len(set(at)))))
        return movement.soften_findings(found, len(past) + 1) if self.way == FROM_FILE else found


def systems() -> Iterator[System]:
    """Yield every movement, with every size of its tables, in every way."""
    for name, movement in PAIRING_SYSTEMS.items():
        for size in sorted(movement.SIZES):
            tables = Tables(name, size, movement.PARTNERS)
            yield System(tables)
            if size == 2 and movement.PARTNERS == ALONE:
                yield System(tables, ON_BOARDS)
            if name != seats_from_file.NAME:
                yield System(tables, FROM_FILE)


@dataclass
class Tally:
    """The outcome of a tournament, or of all tournaments of a kind."""

    days: int = 0
    rounds: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    again: int = 0
    least: int = 0
    slowest: float = 0

    def add(self, other: Tally) -> None:
        self.days += other.days
        self.rounds += other.rounds
        self.faults += other.faults
        self.refused += other.refused
        self.again += other.again
        self.least += other.least
        self.slowest = max(self.slowest, other.slowest)


def tournament(system: System, players: int, happens: str, rounds: int = ROUNDS) -> Tally:
    """Play a tournament and validate every round of it."""
    layout, chance, tally = system.layout, random.Random(players), Tally(days=1)
    coming = happens != STEADY
    people = people_of(players, 2 if coming else 0, house=False, chance=chance)
    movement = system.movement(with_homes(layout, people))
    gone: list[Person] = []
    past: list = []
    tables = hall(layout, players)
    for number in range(rounds):
        tables = max(tables, hall(layout, len(people)), len(people) // 3 + 3 if coming else 1)
        people = with_homes(layout, people)
        if not enough(layout, len(people)):
            break
        here = system.in_hall(people)
        began = time.perf_counter()
        lot = players if movement.ONE_LOT else players * 100 + number
        try:
            planned = system.seated(movement, here, past, tables, lot)
        except NoSeating as none:
            tally.refused[none.code] += 1
            break
        found = system.validate_round(movement, planned, here, past, tables)
        tally.slowest = max(tally.slowest, time.perf_counter() - began)
        tally.rounds += 1
        tally.faults.update(one.code for one in found if one.hard)
        if happens == AS_THEY_SIT and chance.random() < 0.5:
            really = said_of(other_seats(planned, chance), chance)
            planned = apply_reported_tables(planned, really, here, past) if really else planned
        past.append(played(planned, chance))
        if coming:
            changed(people, gone, chance, tables)
    once = 2 if layout.partners else 1
    met = meetings(past)
    tally.again = sum(max(0, times - once) for times in met.values())
    if happens == STEADY:
        tally.least = max(0, sum(met.values()) - once * players * (players - 1) // 2)
    return tally


BRACKETS: dict[str, tuple[dict[str, Any], range]] = {
    "knock-out": ({}, range(2, 129)),
    "with third place": ({"third_place": True}, range(2, 129)),
    "double": ({"double": True}, range(3, 65)),
    "losers of round 1": ({"consolation": consolation.LOSERS}, range(2, 129)),
    "the rest": ({"consolation": consolation.REST, "rest": knock_out.order(REST_PLACES)}, range(2, 129)),
}
"""The rules of each kind of bracket, and how many entries it can have."""


def bracket_tournament(kind: str, count: int) -> list[str]:
    """Build a bracket and play it to the end; return what the validator finds before and after."""
    rules, chance = BRACKETS[kind][0], random.Random(count)
    bracket: Bracket = bracket_kinds.bracket_from_rules(
        {"order": knock_out.order(count), "third_place": False, **rules}
    )
    rest = REST_PLACES if "rest" in rules else 0
    found = [str(fault) for fault in bracket_check.faults(test_brackets.planned(bracket), count, rest=rest)]
    seeded = {seed: 100 + seed for seed in range(1, count + rest + 1)}
    try:
        test_brackets.play(bracket, seeded, chance, corrections=count % 5)
    except AssertionError as fault:
        found.append(str(fault).splitlines()[0])
    return found
