"""Cheapest pairings, by rustworkx: exact, in whole numbers."""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from tournaments.pairing.draw import Draw

WEIGHT_LIMIT = 1 << 122
"""rustworkx counts in 128-bit integers and adds a few weights together: stay well below."""

NOISE = 1 << 20
HIGH_TABLE_COST = 1 << 32
WALK_COST = 1 << 48

MANY_PEOPLE, MANY_GROUPS = 400, 200
NEARBY_TABLES = 4
"""Of more people or groups each group has the choice of NEARBY_TABLES tables on either side of its place."""

Edge = tuple[int, int, int]
"""Two nodes and the whole-number cost of pairing them."""


def cheapest_pairs(nodes: int, edges: Sequence[Edge]) -> list[tuple[int, int]] | None:
    """Pair all the nodes 0 to nodes - 1 at the least total cost; return None if not all can be paired.

    Each pair has its smaller node first, pairs in order. The result does not depend on the order inside
    rustworkx as long as there is one cheapest pairing: callers add drawn noise to have only one (ties also
    cost up to 25 times in speed).
    """
    pairs = _cheapest_matching(nodes, edges)
    return pairs if 2 * len(pairs) == nodes else None


def most_pairs(edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """Return as many pairs as possible, at the least total cost; costs may be negative.

    Each pair has its smaller node first, pairs in order.
    """
    least = min((cost for _, _, cost in edges), default=0)
    nodes = max((max(one, other) for one, other, _ in edges), default=-1) + 1
    return _cheapest_matching(nodes, [(one, other, cost - least) for one, other, cost in edges])


def cheapest_pairs_of(nodes: Sequence[int], edges: Sequence[Edge]) -> list[tuple[int, int]] | None:
    """Apply `cheapest_pairs` to `nodes` with any numbers, in ascending order."""
    at = {node: place for place, node in enumerate(nodes)}
    pairs = cheapest_pairs(len(nodes), [(at[one], at[other], cost) for one, other, cost in edges])
    return None if pairs is None else [(nodes[one], nodes[other]) for one, other in pairs]


def cheapest_places(rows: int, columns: int, edges: Sequence[Edge]) -> list[int]:
    """Return a different column for each row at the least total cost; edges are (row, column, cost).

    Raises ValueError if some row cannot have one.
    """
    pairs = _cheapest_matching(rows + columns, [(row, rows + column, cost) for row, column, cost in edges])
    if len(pairs) < rows:
        raise ValueError("not every row can have a column")
    return [column - rows for _, column in pairs]


def nearest_tables(
    starts: Sequence[Sequence[int]], free: Sequence[int], draw: Draw, walk: Callable[[int], int] = abs
) -> list[int]:
    """Return a `free` table for each group of people, given where they start.

    Minimises the walking in all, then prefers low tables, then the lot. `walk` weighs how many tables one of
    them walks. With many groups each has the choice of the tables around its place in their order.
    """
    few = len(starts) <= MANY_GROUPS and sum(map(len, starts)) <= MANY_PEOPLE
    choices = [range(len(free))] * len(starts) if few else _tables_around(starts, free)
    edges = []
    for row, (those, columns) in enumerate(zip(starts, choices, strict=True)):
        for column in columns:
            walked = sum(walk(free[column] - start) for start in those)
            edges.append((row, column, WALK_COST * walked + HIGH_TABLE_COST * column + draw.below(NOISE)))
    return [free[column] for column in cheapest_places(len(starts), len(free), edges)]


def _tables_around(starts: Sequence[Sequence[int]], free: Sequence[int]) -> list[range]:
    """Return the places in `free` around the best one for each group if none overtakes another.

    The groups are in the order of the middle of their people; people who sat nowhere come first. Groups that
    would crowd at some tables are put around the middle of them all: their distances from their places are
    averaged as long as a group has to stand further back than the one before it.
    """
    row = sorted(range(len(starts)), key=lambda at: _middle(starts[at]))
    blocks: list[tuple[int, int]] = []
    for place, at in enumerate(row):
        total, count = bisect_left(free, _middle(starts[at])) - place, 1
        while blocks and blocks[-1][0] * count >= total * blocks[-1][1]:
            total, count = total + blocks[-1][0], count + blocks[-1][1]
            blocks.pop()
        blocks.append((total, count))
    room = len(free) - len(row)
    shifts = [min(max(total // count, 0), room) for total, count in blocks for _ in range(count)]
    around = [range(0)] * len(row)
    for place, (at, shift) in enumerate(zip(row, shifts, strict=True)):
        around[at] = range(
            max(place + shift - NEARBY_TABLES, 0), min(place + shift + NEARBY_TABLES + 1, len(free))
        )
    return around


def _middle(tables: Sequence[int]) -> int:
    """Return the mean of `tables`, rounded down; 0 without any."""
    return sum(tables) // len(tables) if tables else 0


def squared(tables: int) -> int:
    """Weigh one long walk more than two short ones."""
    return tables**2


def _cheapest_matching(nodes: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    import rustworkx  # only when seats are drawn: an idle program does without it

    if not edges:
        return []
    dearest = max(cost for _, _, cost in edges)
    if dearest >= WEIGHT_LIMIT:
        raise OverflowError(dearest)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(one, other, dearest - cost + 1) for one, other, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)
