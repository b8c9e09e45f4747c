"""In a small field late in the day: of several seatings as good as each other now, the best for later.

"""

from __future__ import annotations

from tournaments.seating.costs import Costs

Pairs = list[tuple[int, int]]


def best_for_later(pairs: Pairs, costs: Costs) -> Pairs:
    return pairs
