"""Assign tables to pairs: seats that are held are kept, other pairs get free tables with little walking."""

from collections.abc import Sequence

from tournaments.pairing.draw import Draw
from tournaments.pairing.matching import nearest_tables
from tournaments.pairing.pair_cost import Costs
from tournaments.pairing.values import LETTERS, PlannedTable

Group = tuple[int, ...]
"""Two who meet, or three: places in `costs.people`."""


def placed(groups: Sequence[Group], costs: Costs, tables: int, draw: Draw) -> tuple[PlannedTable, ...]:
    """Return the tables of a round for these pairs, and one of three (places in `costs.people`)."""
    planned: list[PlannedTable] = []
    loose: list[Group] = []
    for group in groups:
        stayer = costs.seat_keeper(*group)
        if stayer is None:
            loose.append(group)
        else:
            planned.append(_opposite(stayer, group, costs, draw))
    taken = {table.table for table in planned}
    free = [table for table in range(1, tables + 1) if table not in taken]
    starts = [[table for place in group if (table := costs.anchor[place].table)] for group in loose]
    for group, table in zip(loose, nearest_tables(starts, free, draw), strict=True):
        planned.append(
            _lettered(table, [place for place in draw.shuffled(group) if costs.people[place]], costs)
        )
    return tuple(sorted(planned, key=lambda table: table.table))


def _opposite(stayer: int, group: Group, costs: Costs, draw: Draw) -> PlannedTable:
    at = costs.anchor[stayer].at
    assert at is not None
    guests = [place for place in group if place != stayer]
    if len(guests) > 1:
        guests = draw.shuffled(guests)
        guests.sort(key=lambda place: -costs.anchor[place].hold)
    return _lettered(at[0], [stayer, *guests], costs)


def _lettered(table: int, places: Sequence[int], costs: Costs) -> PlannedTable:
    """Give each the letter they had at this table, if the table has it and it is free, else another."""
    letters = list(LETTERS[: max(2, len(places))])
    seats: dict[int, str] = {}
    for place in places:
        at = costs.anchor[place].at
        if at is not None and at[0] == table and at[1] in letters:
            seats[place] = at[1]
            letters.remove(at[1])
    for place in places:
        if place not in seats:
            seats[place] = letters.pop(0)
    told = ((letter, costs.people[place]) for place, letter in seats.items())
    return PlannedTable(table, tuple(sorted((letter, person.number) for letter, person in told if person)))
