"""The proof-reader of every seating, written apart from the movements that make them.

| hard fault          | meaning                                                                  |
|---------------------|--------------------------------------------------------------------------|
| seated_twice        | somebody has two seats                                                     |
| not_seated          | somebody who is here has no seat                                           |
| not_here            | somebody is seated who is not here                                         |
| table_twice         | a table is used twice, or a letter twice at one table                      |
| no_such_table       | a table that the hall does not have                                        |
| fixed_seat_moved    | a fixed seat was not kept                                                  |
| two_byes            | more than one person sits alone                                            |
| winner_moved        | a winner lost the seat without a reason                                    |
| unfair_turn         | a second bye, or the house player again, before everybody had one          |

| ideal               | args                                                                     |
|---------------------|--------------------------------------------------------------------------|
| rematch             | times they have met before                                                 |
| long_walk           | tables walked                                                              |
| winner_had_to_move  | why: fixed, house, fewer_tables                                            |
| not_apart           | people who asked not to meet in round 1                                    |
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.seating.values import Finding, Person, PlannedTable, PlayedTable

LONG_WALK = 10


@dataclass(frozen=True)
class Cost:
    """What a seating costs: games between people who have met, tables walked by each who moves, winners moved."""

    rematches: int
    walks: tuple[int, ...]
    winners_moved: int

    @property
    def walk(self) -> int:
        return sum(self.walks)


def cost(planned: Sequence[PlannedTable], people: Sequence[Person], past: Sequence[Sequence[PlayedTable]]) -> Cost:
    """What `planned` costs after `past`; `walks` holds one number for each person who changes seat."""
    met = _met(past)
    before, now = _seats(past[-1] if past else ()), _seats(planned)
    moved = [number for number in now if number in before and now[number] != before[number]]
    winners = {table.winner for table in past[-1]} if past else set()
    return Cost(
        rematches=sum(bool(met[frozenset(table.people)]) for table in planned if len(table.seats) == 2),
        walks=tuple(abs(now[number][0] - before[number][0]) for number in sorted(moved)),
        winners_moved=len(winners & set(moved)),
    )


def swap(planned: Sequence[PlannedTable], one: int, other: int) -> tuple[PlannedTable, ...]:
    """The same seating with two people in each other's seat."""
    change = {one: other, other: one}
    return tuple(
        PlannedTable(table.table, tuple((letter, change.get(number, number)) for letter, number in table.seats))
        for table in planned
    )


def check(
    planned: Sequence[PlannedTable],
    people: Sequence[Person],
    past: Sequence[Sequence[PlayedTable]],
    *,
    tables: int,
    movement: str = "winners_stay",
) -> tuple[Finding, ...]:
    """Everything to be said of a seating of `people` after `past`: hard faults first, then ideals."""
    persons = {person.number: person for person in people}
    findings = [*_places(planned, persons, tables), *_fixed_seats(planned, persons)]
    findings += _turns(planned, persons, past)
    if movement == "winners_stay" and past:
        findings += _winners(planned, persons, past[-1])
    findings += _meetings(planned, persons, past)
    return tuple(sorted(findings, key=lambda finding: not finding.hard))


def _seats(tables: Sequence[PlannedTable | PlayedTable]) -> dict[int, tuple[int, str]]:
    return {number: (table.table, letter) for table in tables for letter, number in table.seats}


def _met(past: Sequence[Sequence[PlayedTable]]) -> Counter:
    return Counter(frozenset(table.people) for round_ in past for table in round_ if len(table.seats) == 2)


def _places(planned: Sequence[PlannedTable], persons: dict[int, Person], tables: int) -> Iterator[Finding]:
    seated = Counter(number for table in planned for number in table.people)
    for number, times in sorted(seated.items()):
        if times > 1:
            yield Finding("seated_twice", True, (number,))
        if number not in persons:
            yield Finding("not_here", True, (number,))
    for number in sorted(set(persons) - set(seated)):
        yield Finding("not_seated", True, (number,))
    for table, times in sorted(Counter(table.table for table in planned).items()):
        if times > 1:
            yield Finding("table_twice", True, (), {"table": table})
        if not 1 <= table <= tables:
            yield Finding("no_such_table", True, (), {"table": table})
    for table in planned:
        letters = [letter for letter, _ in table.seats]
        if len(set(letters)) < len(letters) or not 1 <= len(letters) <= 2:
            yield Finding("table_twice", True, table.people, {"table": table.table})
    alone = [table.people[0] for table in planned if len(table.seats) == 1]
    if len(alone) > len(persons) % 2:
        yield Finding("two_byes", True, tuple(alone))


def _fixed_seats(planned: Sequence[PlannedTable], persons: dict[int, Person]) -> Iterator[Finding]:
    seats = _seats(planned)
    for person in persons.values():
        if person.fixed and seats.get(person.number, person.fixed) != person.fixed:
            yield Finding("fixed_seat_moved", True, (person.number,))


def _winners(
    planned: Sequence[PlannedTable], persons: dict[int, Person], last: Sequence[PlayedTable]
) -> Iterator[Finding]:
    seats = _seats(planned)
    holders = {person.fixed[0]: person.number for person in persons.values() if person.fixed}
    stay = [table for table in last if table.winner in persons]
    for table in stay:
        was = next((table.table, letter) for letter, number in table.seats if number == table.winner)
        if seats.get(table.winner, was) == was:
            continue
        reason = _why_moved(table, persons, holders, too_many=len(stay) > len(planned))
        code = "winner_had_to_move" if reason else "winner_moved"
        yield Finding(code, not reason, (table.winner,), {"why": reason} if reason else {})


def _why_moved(table: PlayedTable, persons: dict[int, Person], holders: dict[int, int], *, too_many: bool) -> str:
    if table.table in holders and holders[table.table] != table.winner:
        return "fixed"
    if persons[table.winner].fixed:
        return "fixed"
    if any(person.house for person in persons.values()) or len(persons) % 2:
        return "house"
    return "fewer_tables" if too_many else ""


def _turns(
    planned: Sequence[PlannedTable], persons: dict[int, Person], past: Sequence[Sequence[PlayedTable]]
) -> Iterator[Finding]:
    """Nobody sits out, or meets the house player, again before everybody who is here has."""
    house = next((person.number for person in persons.values() if person.house), None)
    had: Counter[int] = Counter()
    for round_ in past:
        for table in round_:
            had.update(_turn_of(table.people, house))
    everybody = [number for number in persons if number != house]
    for table in planned:
        for number in _turn_of(table.people, house):
            if number in persons and had[number] > min(had[other] for other in everybody):
                yield Finding("unfair_turn", True, (number,), {"times": had[number]})


def _turn_of(people: tuple[int, ...], house: int | None) -> tuple[int, ...]:
    if house is not None:
        return tuple(number for number in people if number != house) if house in people else ()
    return people if len(people) == 1 else ()


def _meetings(
    planned: Sequence[PlannedTable], persons: dict[int, Person], past: Sequence[Sequence[PlayedTable]]
) -> Iterator[Finding]:
    met = _met(past)
    before = _seats(past[-1] if past else ())
    for table in planned:
        times = met[frozenset(table.people)]
        if len(table.seats) == 2 and times:
            yield Finding("rematch", False, table.people, {"times": times})
        tags = [persons[number].apart for number in table.people if number in persons]
        if not past and len(tags) == 2 and tags[0] & tags[1]:
            yield Finding("not_apart", False, table.people)
        for number in table.people:
            walked = abs(before.get(number, (table.table, ""))[0] - table.table)
            if walked > LONG_WALK:
                yield Finding("long_walk", False, (number,), {"tables": walked})
