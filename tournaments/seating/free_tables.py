"""From pairs to tables: who holds a seat keeps it, other pairs get free tables with the least walking."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.seating.costs import Costs
from tournaments.seating.draw import Draw
from tournaments.seating.matching import cheapest_places
from tournaments.seating.values import LETTERS, PlannedTable, other_letter

NOISE = 1 << 20
LOW_TABLE = 1 << 32
WALK = 1 << 48


def placed(
    pairs: Sequence[tuple[int, int]], costs: Costs, tables: int, draw: Draw
) -> tuple[PlannedTable, ...]:
    """The tables of a round for these pairs (places in `costs.people`), by table number."""
    planned: list[PlannedTable] = []
    loose: list[tuple[int, int]] = []
    for one, other in pairs:
        stayer = costs.stayer(one, other)
        if stayer is None:
            loose.append((one, other))
        else:
            planned.append(_opposite(stayer, one + other - stayer, costs))
    taken = {table.table for table in planned}
    free = [table for table in range(1, tables + 1) if table not in taken]
    for pair, table in zip(loose, _nearest(loose, free, costs, draw), strict=True):
        planned.append(_at(table, pair, costs, draw))
    return tuple(sorted(planned, key=lambda table: table.table))


def _opposite(stayer: int, mover: int, costs: Costs) -> PlannedTable:
    at, keeper, guest = costs.anchor[stayer].at, costs.people[stayer], costs.people[mover]
    assert at is not None and keeper is not None
    seats = [(at[1], keeper.number)]
    if guest is not None:
        seats.append((other_letter(at[1]), guest.number))
    return PlannedTable(at[0], tuple(sorted(seats)))


def _nearest(loose: Sequence[tuple[int, int]], free: Sequence[int], costs: Costs, draw: Draw) -> list[int]:
    """A free table for each loose pair: the least walking in all, then low table numbers."""
    edges = []
    for row, pair in enumerate(loose):
        starts = [table for place in pair if (table := costs.anchor[place].table) is not None]
        for column, table in enumerate(free):
            walk = sum(abs(table - start) for start in starts)
            edges.append((row, column, WALK * walk + LOW_TABLE * column + draw.below(NOISE)))
    return [free[column] for column in cheapest_places(len(loose), len(free), edges)]


def _at(table: int, pair: tuple[int, int], costs: Costs, draw: Draw) -> PlannedTable:
    """Two at a free table: who sat there keeps the letter, else the letters are drawn."""
    places = [place for place in draw.shuffled(pair) if costs.people[place] is not None]
    first = next((place for place in places if costs.anchor[place].table == table), places[0])
    at = costs.anchor[first].at
    letter = at[1] if at and at[0] == table else LETTERS[0]
    seats = []
    for place in places:
        person = costs.people[place]
        assert person is not None
        seats.append((letter if place == first else other_letter(letter), person.number))
    return PlannedTable(table, tuple(sorted(seats)))
