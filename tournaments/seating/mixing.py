"""People at tables of several, rearranged until what their meetings cost can hardly be less.

Late acceptance hill climbing: two people of different tables change places where that costs no more than the
arrangement so many steps before. In whole numbers and from a drawn lot, so the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from tournaments.seating.draw import Draw

Groups = list[list[int]]
"""Who is at each table."""

MEMORY = 60
"""How many steps back the cost is remembered that a step may not exceed."""


def rearranged(
    groups: Sequence[Sequence[int]],
    cost: Callable[[Sequence[int]], int],
    *,
    stay: Collection[int] = (),
    draw: Draw,
    steps: int,
) -> Groups:
    """The cheapest arrangement found in so many `steps`, in tables of the same sizes.

    `cost` is what one table costs, at least 0; those who `stay` keep their table. Ends early at cost 0.
    """
    below = draw.below
    now = [list(group) for group in groups]
    costs = [cost(group) for group in now]
    total = sum(costs)
    best, least = [list(group) for group in now], total
    remembered = [total] * MEMORY
    for step in range(steps if len(now) > 1 else 0):
        if least == 0:
            break
        one = _dear_table(costs, draw)
        other = (one + 1 + below(len(now) - 1)) % len(now)
        this, that = now[one], now[other]
        here, there = below(len(this)), below(len(that))
        if stay and (this[here] in stay or that[there] in stay):
            continue
        this[here], that[there] = that[there], this[here]
        new_one, new_other = cost(this), cost(that)
        new_total = total - costs[one] - costs[other] + new_one + new_other
        if new_total <= max(total, remembered[step % MEMORY]):
            costs[one], costs[other], total = new_one, new_other, new_total
        else:
            this[here], that[there] = that[there], this[here]
        remembered[step % MEMORY] = total
        if total < least:
            best, least = [list(group) for group in now], total
    return best


def _dear_table(costs: Sequence[int], draw: Draw) -> int:
    """A table that costs something, found by going on from a drawn one."""
    start = draw.below(len(costs))
    while not costs[start]:
        start = (start + 1) % len(costs)
    return start
