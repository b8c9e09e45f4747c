"""Rearrange people at tables of several until their meetings can hardly cost less.

Late acceptance hill climbing: two people of different tables change places if that costs no more than the
arrangement so many steps before. In whole numbers and from a drawn lot, so the same everywhere.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Protocol

from tournaments.pairing.draw import Draw
from tournaments.pairing.larger_tables import CostsOfTwo

Groups = list[list[int]]
"""The people at each table."""

REMEMBERED_COSTS = 60
"""The cost of so many steps ago limits the cost of a step."""


class Cost(Protocol):
    """The cost of people at one table, at least 0."""

    def group_cost(self, group: Sequence[int]) -> int:
        """Return the cost of this group."""

    def cost_replacing(self, group: Sequence[int], cost: int, one: int, other: int) -> int:
        """Return the cost of a group of this `cost` with `other` in the place of `one`."""


class Meetings:
    """A cost that is the sum over pairs at a table, independent of the others there."""

    def __init__(self, costs: CostsOfTwo) -> None:
        self.costs = costs
        self._with = {one: row.__getitem__ for one, row in costs.items()}

    def group_cost(self, group: Sequence[int]) -> int:
        """Return the sum of the costs of all pairs."""
        costs = self.costs
        return sum([costs[one][other] for one, other in combinations(group, 2)])

    def cost_replacing(self, group: Sequence[int], cost: int, one: int, other: int) -> int:
        """Return the new cost by the differences of these two with the others; with oneself it is 0."""
        gone, come = self._with[one], self._with[other]
        return cost - sum(map(gone, group)) + sum(map(come, group)) - come(one)


def cheapest_arrangement(
    groups: Sequence[Sequence[int]],
    cost: Cost,
    *,
    stay: Collection[int] = (),
    draw: Draw,
    steps: int,
) -> Groups:
    """Return the cheapest arrangement found in so many `steps`, in tables of the same sizes.

    Those who `stay` keep their table. Ends early once the cost is 0.
    """
    below, cost_replacing = draw.below, cost.cost_replacing
    now = [list(group) for group in groups]
    costs = [cost.group_cost(group) for group in now]
    tables, total = len(now), sum(costs)
    best, least = [list(group) for group in now], total
    remembered = [total] * REMEMBERED_COSTS
    for step in range(steps if tables > 1 else 0):
        if least == 0:
            break
        one = draw.below(len(costs))  # a table with a cost, going on from the drawn one
        while not costs[one]:
            one = (one + 1) % len(costs)
        other = (one + 1 + below(tables - 1)) % tables
        this, that = now[one], now[other]
        here, there = below(len(this)), below(len(that))
        goes, comes = this[here], that[there]
        if stay and (goes in stay or comes in stay):
            continue
        new_one, new_other = (
            cost_replacing(this, costs[one], goes, comes),
            cost_replacing(that, costs[other], comes, goes),
        )
        new_total = total - costs[one] - costs[other] + new_one + new_other
        if new_total <= total or new_total <= remembered[step % REMEMBERED_COSTS]:
            this[here], that[there] = comes, goes
            costs[one], costs[other], total = new_one, new_other, new_total
        remembered[step % REMEMBERED_COSTS] = total
        if total < least:
            best, least = [list(group) for group in now], total
    return best
