"""Validate a file of seats before the tournament: faults that make it unplayable, and imperfections."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tournaments.pairing.seating_cost import opponent_pairs
from tournaments.pairing.seats_file_parser import Fault, Plan
from tournaments.pairing.validation import LONG_WALK
from tournaments.pairing.values import LETTERS, PARTNERS, Person, PlannedTable


@dataclass(frozen=True, slots=True)
class PlanConstraints:
    """The people, the hall and the rules that a plan is validated against.

    `people` are those who are entered; others may come up to number `expected`. `partners`, `size` and
    `rounds` are those of the rules; `exact`: full tables alone.
    """

    people: Sequence[Person]
    expected: int
    tables: int
    rounds: int
    size: int = 2
    partners: int = 0

    def sizes(self) -> tuple[int, ...]:
        """Return how many may sit at a table."""
        if self.partners:
            known = PARTNERS[self.partners]
            return known if self.size > 4 else tuple(one for one in known if one == self.size)
        if self.size == 2:
            return (2,)
        return (3, 4, 5, 6)


def plan_faults(plan: Plan, against: PlanConstraints) -> tuple[Fault, ...]:
    """Return all faults of a plan, then its imperfections; line by line."""
    sound = not any(fault.code == "file_table_size" for fault in _tables(plan, against))
    found = [*plan.faults, *_people(plan, against), *_tables(plan, against)]
    if sound:
        found += [*_meetings(plan, against), *_walks(plan), *_bye_faults(plan)]
    if plan.rounds and len(plan.rounds) < against.rounds:
        args = {"games": against.rounds, "file": len(plan.rounds)}
        found.append(Fault("file_fewer_games", False, 0, 0, (), args))
    return tuple(sorted(found, key=lambda fault: (not fault.hard, fault.line, fault.round)))


def _people(plan: Plan, against: PlanConstraints) -> Iterator[Fault]:
    """Yield people who are twice in a round, unknown, or in no line."""
    entered = {person.number for person in against.people}
    most = max(against.expected, *entered, 0)
    reported = set()
    for number, tables in enumerate(plan.rounds, 1):
        first: dict[int, int] = {}
        for table in tables:
            for person in table.people:
                if person in first:
                    args = {"first": first[person]}
                    yield Fault("file_twice", True, table.line, number, (person,), args)
                first.setdefault(person, table.line)
                if person not in entered and person not in reported and person > most:
                    reported.add(person)
                    yield Fault("file_number_unknown", True, table.line, number, (person,))
    if to_come := tuple(sorted(plan.people - entered - reported)) if entered else ():
        yield Fault("file_to_come", False, 0, 0, to_come)
    without = tuple(
        sorted(one.number for one in against.people if not one.house and one.number not in plan.people)
    )
    if plan.rounds and without:
        yield Fault("file_without", False, 0, 0, without)


def _tables(plan: Plan, against: PlanConstraints) -> Iterator[Fault]:
    """Yield tables that the hall does not have, tables of the wrong size, two fixed seats at one."""
    fixed = {person.number: person.fixed for person in against.people if person.fixed}
    sizes = against.sizes()
    for number, tables in enumerate(plan.rounds, 1):
        for table in tables:
            args: dict[str, Any] = {"table": table.table, "tables": against.tables}
            if table.table > against.tables and len(table.people) > 1:
                yield Fault("file_no_such_table", True, table.line, number, (), args)
            if len(table.people) > 1 and len(table.people) not in sizes:
                args |= {"count": len(table.people), "sizes": list(sizes)}
                yield Fault("file_table_size", True, table.line, number, table.people, args)
            homes = tuple(one for one in table.people if one in fixed)
            if len(homes) > 1:
                yield Fault("file_fixed_meet", True, table.line, number, homes, args)
            elif homes and table.table and (fixed[homes[0]] or (0,))[0] != table.table:
                moved = {**args, "home": (fixed[homes[0]] or (0,))[0]}
                yield Fault("file_fixed_moves", False, table.line, number, homes, moved)
        games = sum(len(table.people) > 1 for table in tables)
        if games > against.tables:
            args = {"needed": games, "tables": against.tables}
            yield Fault("file_too_few_tables", True, tables[-1].line, number, (), args)


def _apart_faults(line: int, number: int, one: Person, other: Person) -> Iterator[Fault]:
    """Yield a fault for two kept apart; hard for a wish in game 1, or if they must never meet."""
    if not one.is_kept_apart(other, number - 1):
        return
    wish = any(tag.startswith("apart:") for tag in one.apart & other.apart)
    hard = wish and (number == 1 or one.never_meets(other, number - 1))
    code = "file_apart" if hard else "file_together" if wish else "file_one_club"
    yield Fault(code, hard, line, number, (one.number, other.number))


def _meetings(plan: Plan, against: PlanConstraints) -> Iterator[Fault]:
    """Yield pairs who are kept apart, meet again, or play together again."""
    persons = {person.number: person for person in against.people}
    met: dict[frozenset[int], int] = {}
    times: Counter[frozenset[int]] = Counter()
    together: Counter[frozenset[int]] = Counter()
    for number, tables in enumerate(plan.rounds, 1):
        for table in tables:
            seats = tuple(zip(LETTERS, table.people, strict=False))
            planned = PlannedTable(table.table, seats, partners=against.partners if len(seats) > 1 else 0)
            for pair in opponent_pairs(planned):
                two = tuple(one for one in table.people if one in pair)
                yield from _apart_faults(table.line, number, *(persons.get(one, Person(one)) for one in two))
                if times[pair] > bool(against.partners):
                    args = {"times": times[pair], "game": met[pair]}
                    yield Fault("file_again", False, table.line, number, two, args)
                times[pair] += 1
                met[pair] = number
            for side in planned.sides:
                for pair in map(frozenset, combinations(side, 2)):
                    two = tuple(one for one in table.people if one in pair)
                    if together[pair]:
                        args = {"times": together[pair]}
                        yield Fault("file_partners_again", False, table.line, number, two, args)
                    together[pair] += 1


def _walks(plan: Plan) -> Iterator[Fault]:
    before: Mapping[int, tuple[int, str]] = {}
    for number, tables in enumerate(plan.rounds, 1):
        lines = {one: table.line for table in tables for one in table.people}
        now = {one: (table.table, "") for table in tables if table.table for one in table.people}
        for person in sorted(now.keys() & before.keys()):
            walked = abs(now[person][0] - before[person][0])
            if walked > LONG_WALK:
                yield Fault("file_walk", False, lines[person], number, (person,), {"tables": walked})
        before = now


def _bye_faults(plan: Plan) -> Iterator[Fault]:
    """Yield those who sit out more often than others, one line for all with the same count."""
    out = Counter(dict.fromkeys(plan.people, 0))
    for tables in plan.rounds:
        playing = {one for table in tables if len(table.people) > 1 for one in table.people}
        out.update(plan.people - playing)
    fewest, most = min(out.values(), default=0), max(out.values(), default=0)
    if most:
        who = tuple(sorted(one for one, times in out.items() if times == most))
        code = "file_sits_out" if most - fewest > 1 else "file_sits_out_fair"
        yield Fault(code, False, 0, 0, who, {"times": most, "fewest": fewest})
