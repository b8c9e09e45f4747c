"""`make bench`: our figures side by side with what people would use instead, as ratios in one run.

Each module `tests/bench_*.py` exports `rows()`, which yields `Row`s; `make bench ARGS=seating` runs those
whose name holds the word. Machines differ, so a goal is a ratio: ours divided by the other's, both measured
in turn in this run (`side_by_side`). Django is set up, on an empty data folder of the run.
"""

import importlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import django

PAIRS = 5


@dataclass(frozen=True)
class Row:
    """One comparison. `goal` is the highest ratio that is good enough; without it the row informs."""

    name: str
    ours: float
    other: float
    other_name: str
    goal: float | None = None
    unit: str = "s"

    @property
    def ratio(self) -> float:
        """Ours divided by the other's: under 1 is better."""
        return self.ours / self.other

    @property
    def reached(self) -> bool:
        """Whether the goal is met; a row without a goal meets it."""
        return self.goal is None or self.ratio <= self.goal


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
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
    pairs: int = PAIRS,
) -> Row:
    """Measure two pieces of work in turn, after one call of each to warm up; the row holds the medians."""
    ours(), other()
    measured = [(seconds(ours), seconds(other)) for _ in range(pairs)]
    medians = [statistics.median(column) for column in zip(*measured, strict=True)]
    return Row(name, medians[0], medians[1], other_name, goal)


def all_rows(word: str) -> Iterator[Row]:
    """The rows of every bench whose name holds the word."""
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        if word in path.stem:
            yield from importlib.import_module(f"tests.{path.stem}").rows()


def line(row: Row) -> str:
    """A row as it is printed."""
    goal = "" if row.goal is None else f"{row.goal:8.2f}"
    mark = "" if row.goal is None else ("  reached" if row.reached else "  MISSED")
    values = f"{row.ours:12.5g} {row.other:12.5g} {row.unit:<3}"
    return f"{row.name:<44.44} {values} {row.ratio:8.2f} {goal:>8}{mark}   {row.other_name}"


def main(arguments: list[str]) -> int:
    """Print the table; 1 where a goal is missed. Each file is measured in a process of its own.

    What one leaves behind, a database or a heap that the collector walks through, is no part of the next.
    """
    if not arguments:
        files = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
        return max([subprocess.run([sys.executable, "-m", "tests.bench", name]).returncode for name in files])
    missed = 0
    with tempfile.TemporaryDirectory(prefix="cheville-bench-") as folder:
        os.environ.update(CHEVILLE_DATA=folder, DJANGO_SETTINGS_MODULE="config.settings")
        django.setup()
        print(f"{'':<44} {'ours':>12} {'other':>12}     {'ratio':>8} {'goal':>8}")
        for row in all_rows(arguments[0]):
            print(line(row), flush=True)
            missed += not row.reached
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
