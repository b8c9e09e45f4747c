"""Validation of turns: who may have a bye, the house player or the table of three again, and who cannot."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tournaments.pairing.seating_cost import meetings
from tournaments.pairing.values import Finding, Past, Person, PlannedTable, PlayedTable, SeatingRules


def unfair_turns(
    planned: Sequence[PlannedTable],
    persons: dict[int, Person],
    past: Past,
    rules: SeatingRules,
) -> Iterator[Finding]:
    """Yield byes, games with the house player, or tables of three, given again before all who can had one.

    With `rules.once` there are no rematches, so it is only a fault if two could change without one.
    """
    if rules.three:
        yield from _unfair_threes(planned, persons, past)
        return
    house = next((person for person in persons.values() if person.house and rules.size == 2), None)
    had = Counter(number for tables in past for number in _left_over_people(tables, house))
    can = bye_candidates(persons, house) if rules.size == 2 else persons
    now = _left_over_people(planned, house)
    waiting = {number for number in can if not had[number]} - set(now)
    for number in now:
        if number in persons and had[number] and waiting:
            fault = not rules.once or _can_swap(number, waiting, planned, persons, past)
            yield Finding("unfair_turn", fault, (number,), {"times": had[number]})


def _can_swap(
    number: int,
    waiting: set[int],
    planned: Sequence[PlannedTable],
    persons: dict[int, Person],
    past: Past,
) -> bool:
    """Return whether a person of `waiting` could swap with `number` and both have new opponents."""
    met = meetings(past)
    at = {one: table.people for table in planned for one in table.people}
    fixed = {one for one, person in persons.items() if person.fixed}

    def can_meet(one: int, others: Sequence[int]) -> bool:
        return all(not met[frozenset((one, other))] and not {one, other} <= fixed for other in others)

    there = [one for one in at[number] if one != number]
    return any(
        can_meet(number, [one for one in at[other] if one != other]) and can_meet(other, there)
        for other in waiting & at.keys()
    )


def never_at_three(persons: dict[int, Person], past: Past) -> set[int]:
    """Return those present who never played at a table of more than two."""
    had = {number for tables in past for table in tables if len(table.seats) > 2 for number in table.people}
    return set(persons) - had


def _unfair_threes(
    planned: Sequence[PlannedTable], persons: dict[int, Person], past: Past
) -> Iterator[Finding]:
    """Yield people at the table of three again although one more who never was could be there."""
    never = never_at_three(persons, past)
    for table in planned:
        here = set(table.people)
        again = here & set(persons) - never
        if len(table.seats) > 2 and again and len(here & never) < max_chosen_at_three(never, persons):
            yield Finding("unfair_turn", True, tuple(sorted(again)), {"why": "three"})


def max_chosen_at_three(chosen: set[int], persons: dict[int, Person]) -> int:
    """Return how many of `chosen` can at most sit at a table of three, given the fixed seats.

    It has the fixed seats of at most one table; and each person alone with a fixed seat needs an opponent.
    """
    at_table: dict[int, list[int]] = {}
    for person in persons.values():
        if person.fixed:
            at_table.setdefault(person.fixed[0], []).append(person.number)
    movers = [number for number, person in persons.items() if not person.fixed]
    alone = sum(len(numbers) == 1 for numbers in at_table.values())
    free = len(chosen.intersection(movers))
    most = [min(3, free)] if len(movers) >= alone + 3 else []
    most += [len(chosen & set(numbers)) + min(3 - len(numbers), free) for numbers in at_table.values()]
    return max(most, default=0)


def _left_over_people(tables: Sequence[PlannedTable | PlayedTable], house: Person | None) -> list[int]:
    """Return those who sit alone, or opposite the house player if there is one."""
    if house is None:
        return [table.people[0] for table in tables if len(table.seats) == 1]
    return [n for table in tables if house.number in table.people for n in table.people if n != house.number]


def bye_candidates(persons: dict[int, Person], house: Person | None) -> list[int]:
    """Return those who can sit out, or meet the house player.

    Two fixed seats at one table always meet each other. If there are more fixed seats than others, the
    others are all needed opposite them.
    """
    others = [person for person in persons.values() if not person.house]
    per_table = Counter(person.fixed[0] for person in persons.values() if person.fixed)
    alone = [person.number for person in others if person.fixed and per_table[person.fixed[0]] == 1]
    movers = [person.number for person in others if not person.fixed]
    if house is not None and house.fixed:
        return movers
    return alone if len(alone) > len(movers) else alone + movers
