"""Shared by pairing systems with tables of more than two: fixed seats, byes, tables and letters."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import NoReturn

from tournaments.pairing.draw import Draw
from tournaments.pairing.matching import NOISE, nearest_tables, squared
from tournaments.pairing.preconditions import check_fixed_apart, check_tables, refuse_fixed_seat
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.values import (
    LETTERS,
    Choice,
    NoSeating,
    Past,
    Person,
    PlannedTable,
    Seat,
    partner_arrangement,
    seats_for,
)

Sides = tuple[tuple[int, ...], ...]
"""The people who play together at one table, by entry number."""

CostsOfTwo = dict[int, dict[int, int]]
"""The cost of two at one table, by one's entry number and then by the other's."""


def refuse_too_few(people: int, least: int) -> NoReturn:
    """Raise NoSeating: too_few_for_a_table."""
    ways: list[Choice] = [("wait_for_people", {"people": least - people})]
    raise NoSeating("too_few_for_a_table", {"people": people, "least": least}, ways)


def fixed_seats(present: Sequence[Person], tables: int, needed: int) -> dict[int, Seat]:
    """Return the fixed seats, by entry number.

    Raises NoSeating: too_few_tables, fixed_seat_missing, or fixed_seats_share_table, as those two would meet
    in every round.
    """
    check_tables(len(present), needed, tables)
    for person in present:
        if person.fixed and not 1 <= person.fixed[0] <= tables:
            refuse_fixed_seat(person.number, person.fixed[0], tables)
    check_fixed_apart(present)
    return {person.number: person.fixed for person in present if person.fixed}


def check_homes(playing: Collection[int], fixed: Collection[int], full: int) -> None:
    """Refuse more people `playing` on `fixed` seats than there are `full` tables: each needs their own.

    Raises NoSeating: fixed_seats_too_many.
    """
    at_home = sum(number in fixed for number in playing)
    if at_home > full:
        args = {"fixed": at_home, "tables": full}
        raise NoSeating("fixed_seats_too_many", args, [("unfix", {"people": at_home - full})])


def byes(past: Past) -> Counter[int]:
    """Count how often each person sat alone at a table."""
    return Counter(table.people[0] for tables in past for table in tables if len(table.seats) == 1)


def costs_by_person(present: Sequence[Person], costs: Mapping[frozenset[int], int]) -> CostsOfTwo:
    """Return the cost of each two of `present`, both ways round, for fast look-up; most cost nothing."""
    found: CostsOfTwo = {person.number: defaultdict(int) for person in present}
    for pair, cost in costs.items():
        if len(pair) == 2 and pair <= found.keys():
            one, other = pair
            found[one][other] = found[other][one] = cost
    return found


def place_groups(
    groups: Sequence[Sides],
    alone: Sequence[int],
    fixed: Mapping[int, Seat],
    past: Past,
    *,
    tables: int,
    draw: Draw,
) -> tuple[PlannedTable, ...]:
    """Place groups at the tables nearest to where they sat, and those `alone` at the highest ones left.

    People with a fixed seat sit out there.
    """
    sat = seats_of(past[-1]) if past else {}
    at_home = {
        group: fixed[number][0] for group in groups for side in group for number in side if number in fixed
    }
    loose = [group for group in groups if group not in at_home]
    resting = {number: fixed[number] for number in alone if number in fixed}
    taken = {*at_home.values(), *(table for table, _letter in resting.values())}
    free = [table for table in range(1, tables + 1) if table not in taken]
    starts = [[sat[number][0] for side in group for number in side if number in sat] for group in loose]
    chosen = dict(zip(loose, nearest_tables(starts, free, draw, squared), strict=True))
    had = Counter(played.people[0] for tables in past for played in tables if len(played.seats) > 1)
    planned = [_seat_group(table, group, fixed, had, draw) for group, table in {**at_home, **chosen}.items()]
    planned += [PlannedTable(table, ((letter, number),)) for number, (table, letter) in resting.items()]
    left = [table for table in free if table not in chosen.values()]
    others = [number for number in alone if number not in resting]
    planned += [
        PlannedTable(table, ((LETTERS[0], number),))
        for table, number in zip(left[len(left) - len(others) :], others, strict=True)
    ]
    return tuple(sorted(planned, key=lambda table: table.table))


def _seat_group(
    table: int, group: Sides, fixed: Mapping[int, Seat], had: Mapping[int, int], draw: Draw
) -> PlannedTable:
    """Give letter A, which deals first, to the person who `had` it least; a fixed seat keeps its letter."""
    partners = partner_arrangement(sum(map(len, group)), len(group))
    ways = [seats_for(turned) for turned in _rotations(group)]
    kept = [
        way
        for way in ways
        if all(fixed.get(number, (table, letter)) == (table, letter) for letter, number in way)
    ]
    seats = min(kept or ways, key=lambda way: (had[way[0][1]], draw.below(NOISE)))
    return PlannedTable(table, seats, partners=partners)


def _rotations(group: Sides) -> Iterator[Sides]:
    """Yield the same sides with each person once in the first seat; of two against three each of the three.

    A person who plays alone against two stays in the first seat.
    """
    if len(group) == 2 and len(group[0]) == 1 < len(group[1]):
        yield group
        yield group[0], group[1][::-1]
        return
    if len({len(side) for side in group}) > 1:
        longer, shorter = sorted(group, key=len, reverse=True)
        for one, other in product(range(len(longer)), range(len(shorter))):
            yield longer[one:] + longer[:one], shorter[other:] + shorter[:other]
        return
    seats = [number for row in zip(*group, strict=True) for number in row]
    for first in range(len(seats)):
        turned = seats[first:] + seats[:first]
        yield tuple(tuple(turned[side :: len(group)]) for side in range(len(group)))
