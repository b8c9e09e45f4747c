"""Turns to sit out, to meet the house player, or to play at a table of three.

No player has a second turn before each has had one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from tournaments.pairing.values import Past, Person, PlayedTable

Turn = tuple[set[int], set[int]]
"""A past round: the people who were present, and those whose turn it was."""


def bye_turns(past: Past) -> list[Turn]:
    """Return who sat out, round by round."""
    return [
        (_present(tables), {table.people[0] for table in tables if len(table.seats) == 1}) for tables in past
    ]


def house_turns(past: Past, house: int) -> list[Turn]:
    """Return who met the house player, round by round."""
    return [
        (
            _present(tables),
            {number for table in tables if house in table.people for number in table.people} - {house},
        )
        for tables in past
    ]


def three_turns(past: Past) -> list[Turn]:
    """Return who played at a table of more than two, round by round."""
    return [
        (_present(tables), {number for table in tables if len(table.seats) > 2 for number in table.people})
        for tables in past
    ]


def _present(tables: Sequence[PlayedTable]) -> set[int]:
    return {number for table in tables for number in table.people}


def next_in_turn(candidates: Iterable[int], turns: Sequence[Turn]) -> set[int]:
    """Return those of `candidates` whose turn it is.

    Those who never had a turn come first (late arrivals too). Once all have had one, a new cycle begins;
    in it again no one has a second turn before each person present has had one.
    """
    waiting = set(candidates)
    never = waiting.difference(*(had for _, had in turns))
    if never:
        return never
    circle: set[int] = set()
    for present, had in turns:
        left = (waiting & present) - circle
        if not left:
            left, circle = waiting & present, set()
        circle = had - left if left < had else circle | had  # the surplus begins the next cycle
    return waiting - circle or waiting


def left_over_counts(past: Past, house: Person | None) -> Counter[int]:
    """Count how often each person sat out or met the `house` player."""
    turns: Counter[int] = Counter()
    for table in (table for tables in past for table in tables):
        if len(table.seats) == 1 or (house and house.number in table.people):
            turns.update(table.people)
    return turns


def left_over_candidates(others: Sequence[Person], house: Person | None) -> set[int]:
    """Return who of the `others` can be left over.

    None with a fixed seat if the house player has one; only those with fixed seats if all others are needed.
    """
    fixed = {person.number for person in others if person.fixed}
    movers = {person.number for person in others} - fixed
    if house is not None and house.fixed:
        return movers
    return fixed if len(fixed) > len(movers) else fixed | movers
