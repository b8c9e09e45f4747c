"""Measure two pieces of work in turn, and print them as a row with their ratio.

Machines differ, so a goal is a ratio: ours divided by the other's, both measured in this run.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

PAIR_COUNT = 5


@dataclass(frozen=True)
class Row:
    """One comparison. `goal` is the highest ratio that is good enough; without it the row only informs."""

    name: str
    ours: float
    other: float
    other_name: str
    goal: float | None = None
    unit: str = "s"

    @property
    def ratio(self) -> float:
        """Return ours divided by the other's: under 1 is better."""
        return self.ours / self.other

    @property
    def reached(self) -> bool:
        """Return whether the goal is met; a row without a goal meets it."""
        return self.goal is None or self.ratio <= self.goal


def seconds(work: Callable[[], object]) -> float:
    """Return how many seconds one call takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def side_by_side(
    name: str,
    ours: Callable[[], object],
    other: Callable[[], object],
    *,
    other_name: str,
    goal: float | None = None,
    pairs: int = PAIR_COUNT,
) -> Row:
    """Measure two pieces of work in turn, after one call of each to warm up; the row holds the medians."""
    ours(), other()
    measured = [(seconds(ours), seconds(other)) for _ in range(pairs)]
    medians = [statistics.median(column) for column in zip(*measured, strict=True)]
    return Row(name, medians[0], medians[1], other_name, goal)


def line(row: Row) -> str:
    """Return a row as it is printed."""
    goal = "" if row.goal is None else f"{row.goal:8.2f}"
    mark = "" if row.goal is None else ("  reached" if row.reached else "  MISSED")
    values = f"{row.ours:12.5g} {row.other:12.5g} {row.unit:<3}"
    return f"{row.name:<44.44} {values} {row.ratio:8.2f} {goal:>8}{mark}   {row.other_name}"
