"""Tables of three to six where everybody plays alone: new people at the table in each round.

| what gives way to what   | how                                                              |
|--------------------------|------------------------------------------------------------------|
| a fixed seat             | its table and letter are kept all day                             |
| nobody sits out          | tables of one more or one fewer take everybody in                 |
| nobody meets twice       | as long as that can be had, then as few as can be                 |
| short walks              | tables nearest to where people sat                                |

Where a schedule without a repeated meeting is known (`unmet.py`) it is followed while the field stays as it
is; else the best round found is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from tournaments.seating import several, unmet
from tournaments.seating.draw import Draw
from tournaments.seating.mixing import Groups, rearranged
from tournaments.seating.seating_cost import meetings
from tournaments.seating.values import Past, Person, PlannedTable

SMALLEST, LARGEST = 3, 6

STEPS = 4000
STARTS = 3


def next_round(
    people: Sequence[Person], past: Past, *, tables: int, seed: int, size: int = 4
) -> tuple[PlannedTable, ...]:
    """Seat the round after `past` for the `people` who are here, about `size` (3 to 6) at each table.

    `seed` is the lot of the stage, the same for all its rounds. Raises NoSeating:
    too_few_for_a_table, and see `several.check_fixed`.
    """
    here = sorted(people, key=lambda person: person.number)
    sizes = table_sizes(len(here), size)
    if not sizes:
        several.refuse_too_few(len(here), SMALLEST)
    fixed = several.check_fixed(here, tables, len(sizes))
    draw = Draw(seed * 1000 + len(past))
    met = meetings(past)
    groups = [] if fixed else _listed(here, past, sizes, met, seed)
    if not groups:
        groups = _searched(here, sizes, met, fixed, draw, first=not past)
    alone_sides = [tuple((number,) for number in group) for group in groups]
    return several.at_tables(alone_sides, (), fixed, past, tables=tables, draw=draw)


def table_sizes(people: int, size: int) -> tuple[int, ...]:
    """How many sit at each table, as even as can be, at most one more than `size`; () for fewer than three.

    >>> table_sizes(14, 4), table_sizes(7, 3), table_sizes(13, 6)
    ((4, 4, 3, 3), (4, 3), (5, 4, 4))
    """
    if people < SMALLEST:
        return ()
    tables = -(-people // size)
    if people // tables < SMALLEST:
        tables = people // SMALLEST
    fewer, larger = divmod(people, tables)
    return (fewer + 1,) * larger + (fewer,) * (tables - larger)


def _listed(
    here: Sequence[Person], past: Past, sizes: Sequence[int], met: Counter[frozenset[int]], seed: int
) -> Groups:
    """The round of the known schedule, where nobody at its tables has met; else nothing."""
    largest = sizes[0]
    rounds = unmet.schedule(len(sizes), largest, largest * len(sizes) - len(here))
    if len(past) >= len(rounds):
        return []
    place = Draw(seed).shuffled([person.number for person in here])
    groups = [[place[at] for at in group] for group in rounds[len(past)]]
    apart = several.asked_apart(here) if not past else set()
    pairs = [frozenset(two) for group in groups for two in combinations(group, 2)]
    return [] if any(met[pair] or pair in apart for pair in pairs) else groups


def _searched(
    here: Sequence[Person],
    sizes: Sequence[int],
    met: Counter[frozenset[int]],
    fixed: Collection[int],
    draw: Draw,
    *,
    first: bool,
) -> Groups:
    apart = several.asked_apart(here) if first else set()

    def cost(group: Sequence[int]) -> int:
        pairs = [frozenset(two) for two in combinations(group, 2)]
        return sum(met[pair] ** 2 + several.APART * (pair in apart) for pair in pairs)

    found = []
    for _ in range(STARTS):
        drawn = draw.shuffled([person.number for person in here])
        row = sorted(drawn, key=lambda number: number not in fixed)
        start = [row[table :: len(sizes)] for table in range(len(sizes))]
        groups = rearranged(start, cost, stay=fixed, draw=draw, steps=STEPS)
        found.append((sum(map(cost, groups)), groups))
        if found[-1][0] == 0:
            break
    return min(found)[1]
