"""`make bench`: our figures beside those of the usual alternatives, as ratios in one run.

Each module of `MODULES` exports `rows()`, which yields `Row`s; `make bench ARGS=seating` runs those whose
name contains the word. Django is set up on an empty data folder of the run. Exits with 1 where a goal is
missed.
"""

import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import django

from tests.lab.bench.compare import Row, line

MODULES = ("devices", "entry", "gin", "papers", "rulebook", "seating", "server", "sql", "standings")


def all_rows(word: str) -> Iterator[Row]:
    """Yield the rows of every module whose name contains the word."""
    for name in MODULES:
        if word in name:
            yield from importlib.import_module(f"tests.lab.bench.{name}").rows()


def main(arguments: list[str]) -> int:
    """Print the table; return 1 where a goal is missed. Each module is measured in a process of its own.

    A database or a heap that one module leaves behind would slow the next one down.
    """
    if not arguments:
        again = [sys.executable, "-m", "tests.lab.bench"]
        return max([subprocess.run([*again, name]).returncode for name in MODULES])
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
