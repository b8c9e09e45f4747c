"""Count the small mistakes that tests notice: `python -m tests.lab.mutation [--all] [--seed N] [MODULE …]`.

A mistake is a comparison turned, a condition or a step left out, a number off by one, in the packages named
in `packages.py`, one at a time. Without `--all` a sample of each (`--count`) is drawn by the seed, from every
file alike, and tried against its tests. Exits with 1 where fewer than 95 % are caught, or one that survives
is not explained in `explained.py`.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.lab.mutation.explained import EXPLAINED
from tests.lab.mutation.mutants import Mutant, mutants_of, normalised_key
from tests.lab.mutation.packages import PACKAGES
from tests.lab.mutation.running import run
from tests.lab.source import module_name

ROOT = Path(__file__).resolve().parents[3]


Packages = dict[str, dict[str, list[Mutant]]]
"""The mutants of each file of each package."""
SAMPLE_SIZE = 120
_EXPLAINED = {normalised_key(key) for key in EXPLAINED}
TEST_SECONDS = 20.0
MIN_CAUGHT = 0.95


def sample(mutants: dict[str, list[Mutant]], count: int, seed: int) -> list[Mutant]:
    """Draw `count` mutants, the same share of each file, in order."""
    share = count / sum(map(len, mutants.values()))
    chosen: list[Mutant] = []
    for file, found in mutants.items():
        drawn = Random(f"{seed} {file}").sample(
            range(len(found)), min(len(found), math.ceil(len(found) * share))
        )
        chosen += [found[at] for at in sorted(drawn)]
    return chosen


def files_of(package: str) -> list[str]:
    """Return the files of a package, or the one of a module."""
    path = ROOT.joinpath(*package.split("."))
    paths = sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    return [path.relative_to(ROOT).as_posix() for path in paths]


def packages(asked: Sequence[str]) -> Packages:
    """Return the mutants of each file of each package, or only of modules whose name begins as asked."""
    found = {
        package: {
            file: mutants_of(file, ROOT)
            for file in files_of(package)
            if not asked or module_name(file).startswith(tuple(asked))
        }
        for package in PACKAGES
    }
    return {package: in_package for package, in_package in found.items() if any(in_package.values())}


def chosen_mutants(every: Packages, arguments: argparse.Namespace) -> list[Mutant]:
    if arguments.only:
        named = [mutant for in_package in every.values() for found in in_package.values() for mutant in found]
        return [mutant for mutant in named if any(text in mutant.key for text in arguments.only)]
    chosen: list[Mutant] = []
    for in_package in every.values():
        total = sum(map(len, in_package.values()))
        chosen += sample(in_package, total if arguments.all else min(arguments.count, total), arguments.seed)
    return chosen


def is_explained(mutant: Mutant) -> bool:
    return normalised_key(mutant.key) in _EXPLAINED


def print_counts(every: Packages, chosen: Sequence[Mutant], surviving: Sequence[Mutant]) -> None:
    """Print how many were caught, in each file and each package."""
    tried, left = (Counter(mutant.file for mutant in found) for found in (chosen, surviving))
    for package, in_package in every.items():
        for file in in_package:
            if tried[file]:
                print(f"  {file:45} {tried[file] - left[file]:4} of {tried[file]:4} caught")
        in_all = sum(tried[file] for file in in_package)
        caught = in_all - sum(left[file] for file in in_package)
        explained = sum(mutant.file in in_package and is_explained(mutant) for mutant in surviving)
        share = f"{caught / max(in_all, 1):.1%}"
        print(f"{package:47} {caught:4} of {in_all:4} caught ({share}), {explained} explained")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("modules", nargs="*", help="only modules whose name begins so")
    add("--all", action="store_true", help="every mistake, not a sample")
    add("--only", action="append", default=[], metavar="TEXT", help="those whose name holds this text")
    add("--seed", type=int, default=1, help="what the samples are drawn by")
    add("--count", type=int, default=SAMPLE_SIZE, help="how many of a package, where it is not all")
    add("--seconds", type=float, default=TEST_SECONDS, help="of work of the tests that are tried against one")
    add("--tests", default="", help="the tests that are to notice, in place of each package's own")
    arguments = parser.parse_args()
    every = packages(arguments.modules)
    chosen = chosen_mutants(every, arguments)
    total = sum(len(found) for in_package in every.values() for found in in_package.values())
    print(f"{len(chosen)} of {total} mistakes, seed {arguments.seed}", flush=True)
    tests = arguments.tests.split() or sorted({test for package in every for test in PACKAGES[package]})
    ran = run(ROOT, chosen, tests, arguments.seconds)
    surviving = [mutant for mutant in chosen if mutant.key not in ran.caught]
    print_counts(every, chosen, surviving)
    unexplained = [mutant.key for mutant in surviving if not is_explained(mutant)]
    caught = len(chosen) - len(surviving)
    print(f"{caught} of {len(chosen)} caught ({caught / len(chosen):.1%}),")
    print(f"{len(surviving) - len(unexplained)} explained, {len(unexplained)} not:", *unexplained, sep="\n  ")
    if unexplained or caught < MIN_CAUGHT * len(chosen):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
