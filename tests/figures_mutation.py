"""How many small mistakes the tests notice: `python -m tests.figures_mutation [--all] [--seed N] [PATH …]`.

A mistake is a comparison turned, a condition or a step left out, a number off by one, in the rooms named
below, one at a time. Without `--all` a sample is drawn by the seed, from every file alike. Exits with 1 where
fewer than 95 % are caught, or one that survives is not explained in `tests/mutation/explained.py`.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.mutation.explained import EXPLAINED
from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.running import run

HERE = Path(__file__).resolve().parent.parent
FILES = (
    "scoring/settle.py",
    "scoring/ranking.py",
    "tournaments/registration/presence.py",
)
ROOMS = ("scorebook", "rounds", "standings", "copies", "devices")
TESTS = (
    *(
        f"tests/scoring/test_{name}.py"
        for name in ("settle", "penalties", "ranking", "criteria", "criteria_gacrux", "doctests")
    ),
    *(f"tests/{name}" for name in ("day", "rounds", "registration", "devices", "copies", "desk", "tablets")),
    "tests/shown",
)
SAMPLE = 600
WANTED = 0.95


def sample(mutants: dict[str, list[Mutant]], count: int, seed: int) -> list[Mutant]:
    """So many of all, the same share of each file, in order."""
    share = count / sum(map(len, mutants.values()))
    chosen: list[Mutant] = []
    for file, found in mutants.items():
        drawn = Random(f"{seed} {file}").sample(
            range(len(found)), min(len(found), math.ceil(len(found) * share))
        )
        chosen += [found[at] for at in sorted(drawn)]
    return chosen


def files(asked: Sequence[str]) -> list[str]:
    rooms = [
        str(path.relative_to(HERE))
        for room in ROOMS
        for path in sorted((HERE / "tournaments" / room).glob("*.py"))
    ]
    return [file for file in (*FILES, *rooms) if not asked or any(file.startswith(path) for path in asked)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", help="only files whose path begins so")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=SAMPLE, help="how many, where it is not all")
    parser.add_argument("--tests", default=" ".join(TESTS), help="the tests that are to notice")
    arguments = parser.parse_args()
    every = {file: mutants_of(file, HERE) for file in files(arguments.paths)}
    every = {file: found for file, found in every.items() if found}
    total = sum(map(len, every.values()))
    chosen = [mutant for found in every.values() for mutant in found]
    if not arguments.all:
        chosen = sample(every, min(arguments.count, total), arguments.seed)
    print(f"{len(chosen)} of {total} mistakes, seed {arguments.seed}", flush=True)
    ran = run(HERE, chosen, arguments.tests.split())
    tried, caught = (
        Counter(mutant.file for mutant in found)
        for found in (chosen, [mutant for mutant in chosen if mutant.key in ran.caught])
    )
    for file in every:
        print(f"{file:45} {caught[file]:4} of {tried[file]:4} caught")
    surviving = [mutant.key for mutant in chosen if mutant.key not in ran.caught]
    unexplained = [key for key in surviving if key not in EXPLAINED]
    known = {mutant.key for found in every.values() for mutant in found}
    idle = [key for key in EXPLAINED if key.split(" ")[0] in every and key not in known]
    print(f"{sum(caught.values())} of {len(chosen)} caught ({sum(caught.values()) / len(chosen):.1%}),")
    print(f"{len(surviving) - len(unexplained)} explained, {len(unexplained)} not:", *unexplained, sep="\n  ")
    if idle:
        print("Explained, but no longer to be made:", *idle, sep="\n  ")
    if unexplained or idle or sum(caught.values()) < WANTED * len(chosen):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
