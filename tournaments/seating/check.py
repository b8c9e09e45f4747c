"""The proof-reader of every seating, written apart from the movements that make them.

| hard fault       | meaning                                                                   |
|------------------|---------------------------------------------------------------------------|
| seated_twice     | somebody has two seats                                                     |
| not_seated       | somebody who is here has no seat                                           |
| not_here         | somebody is seated who is not here                                         |
| table_twice      | a table is used twice, or a letter twice at one table                      |
| no_such_table    | a table that the hall does not have                                        |
| fixed_seat_moved | a fixed seat was not kept                                                  |
| two_byes         | more people sit alone than an odd field makes                              |
| winner_moved     | a winner lost the seat without a reason                                    |
| unfair_turn      | a second bye, or the house player again, before everybody had one          |

| ideal              | args                                                                    |
|--------------------|-------------------------------------------------------------------------|
| rematch            | times: how often these two have met                                     |
| long_walk          | tables: how many tables somebody walks                                  |
| winner_had_to_move | why: fixed, house (a turn to sit out or meet the house), fewer_tables   |
| two_fixed_seats    | table: two fixed seats there, who meet in every round                   |
| not_apart          | people who asked not to meet in round 1                                 |

Findings are codes and numbers (design.md 2); sentences are made elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tournaments.seating.cost import Cost, cost, meetings, seats_of, swap
from tournaments.seating.turns import unfair_turns
from tournaments.seating.values import Finding, Past, Person, PlannedTable, PlayedTable, Seat

__all__ = ["Cost", "check", "cost", "swap"]

LONG_WALK = 10

Planned = Sequence[PlannedTable]
Persons = dict[int, Person]


def check(
    planned: Planned, people: Sequence[Person], past: Past, *, tables: int, movement: str = "winners_stay"
) -> tuple[Finding, ...]:
    """Everything to be said of a seating of `people` after `past`: hard faults first, then ideals.

    `tables` is the number of tables in the hall. Winners are only watched where the movement lets them stay.
    """
    persons = {person.number: person for person in people}
    findings = [*_seats(planned, persons), *_tables(planned, persons, tables), *_fixed(planned, persons)]
    findings += unfair_turns(planned, persons, past)
    if movement == "winners_stay" and past:
        findings += _winners(planned, persons, past[-1], tables)
    findings += [*_rematches(planned, past), *_walks(planned, past)]
    if not past:
        findings += _not_apart(planned, persons)
    return tuple(sorted(findings, key=lambda finding: not finding.hard))


def _seats(planned: Planned, persons: Persons) -> Iterator[Finding]:
    seated = Counter(number for table in planned for number in table.people)
    for number, times in sorted(seated.items()):
        if times > 1:
            yield Finding("seated_twice", True, (number,))
        if number not in persons:
            yield Finding("not_here", True, (number,))
    for number in sorted(set(persons) - set(seated)):
        if not (persons[number].house and len(persons) % 2):
            yield Finding("not_seated", True, (number,))


def _tables(planned: Planned, persons: Persons, tables: int) -> Iterator[Finding]:
    for number, times in sorted(Counter(table.table for table in planned).items()):
        if times > 1:
            yield Finding("table_twice", True, (), {"table": number})
        if not 1 <= number <= tables:
            yield Finding("no_such_table", True, (), {"table": number})
    for table in planned:
        letters = {letter for letter, _ in table.seats}
        if len(letters) < len(table.seats) or not letters <= {"A", "B"} or not letters:
            yield Finding("table_twice", True, table.people, {"table": table.table})
    alone = tuple(table.people[0] for table in planned if len(table.seats) == 1)
    evened = any(person.house for person in persons.values())
    if len(alone) > (0 if evened else len(persons) % 2):
        yield Finding("two_byes", True, alone)


def _fixed(planned: Planned, persons: Persons) -> Iterator[Finding]:
    seats = seats_of(planned)
    for person in persons.values():
        if person.fixed and seats.get(person.number, person.fixed) != person.fixed:
            yield Finding("fixed_seat_moved", True, (person.number,))
    for table in planned:
        if len(table.seats) == 2 and all(n in persons and persons[n].fixed for n in table.people):
            yield Finding("two_fixed_seats", False, table.people, {"table": table.table})


def _winners(
    planned: Planned, persons: Persons, last: Sequence[PlayedTable], tables: int
) -> Iterator[Finding]:
    """Winners who lost their seat: with the reason, or hard where there are more of them than reasons."""
    before, now = seats_of(last), seats_of(planned)
    fixed_tables = {person.fixed[0] for person in persons.values() if person.fixed}
    claims, moved = [], []
    for winner in sorted(table.winner for table in last if table.winner in persons):
        person, seat = persons[winner], before[winner]
        if person.house or person.fixed:
            continue
        free_to_stay = seat[0] not in fixed_tables and seat[0] <= tables
        claims += [winner] if free_to_stay else []
        if now.get(winner, seat) == seat:
            continue
        if free_to_stay:
            moved.append(winner)
        else:
            yield _had_to_move(winner, "fixed" if seat[0] in fixed_tables else "fewer_tables")
    reasons = _reasons(planned, persons, before, claims, fixed_tables)
    for place, winner in enumerate(moved):
        if place < len(reasons):
            yield _had_to_move(winner, reasons[place])
        else:
            yield Finding("winner_moved", True, (winner,))


def _had_to_move(winner: int, why: str) -> Finding:
    return Finding("winner_had_to_move", False, (winner,), {"why": why})


def _reasons(
    planned: Planned, persons: Persons, before: dict[int, Seat], claims: list[int], fixed: set[int]
) -> list[str]:
    """One reason for each winner who cannot stay.

    At most one winner can stay at each table without a fixed seat, and none where somebody has a bye or meets
    the house player, away from any winner's seat.
    """
    room = [table for table in planned if table.table not in fixed]
    reasons = ["fewer_tables"] * (len(claims) - len(room))
    house = {person.number for person in persons.values() if person.house}
    for table in room:
        is_special = len(table.seats) == 1 or house & set(table.people)
        holds_a_winner = any(n in claims and before[n] == (table.table, letter) for letter, n in table.seats)
        if is_special and not holds_a_winner and len(claims) >= len(room):
            reasons.append("house")
    return reasons


def _rematches(planned: Planned, past: Past) -> Iterator[Finding]:
    met = meetings(past)
    for table in planned:
        times = met[frozenset(table.people)]
        if len(table.seats) == 2 and times:
            yield Finding("rematch", False, table.people, {"times": times})


def _walks(planned: Planned, past: Past) -> Iterator[Finding]:
    before, now = seats_of(past[-1] if past else ()), seats_of(planned)
    for number in sorted(now.keys() & before.keys()):
        walked = abs(now[number][0] - before[number][0])
        if walked > LONG_WALK:
            yield Finding("long_walk", False, (number,), {"tables": walked})


def _not_apart(planned: Planned, persons: Persons) -> Iterator[Finding]:
    for table in planned:
        tags = [persons[number].apart for number in table.people if number in persons]
        if len(tags) == 2 and tags[0] & tags[1]:
            yield Finding("not_apart", False, table.people)
