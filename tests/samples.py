"""The number of examples of a property, and its databases: a fixed sample in each run.

`make figures` tries many others, and each on both databases.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

SWEEP_FACTOR = int(os.environ.get("CHEVILLE_SWEEP", "1"))


def turn(cases: Sequence[Any], at: int) -> Sequence[Any]:
    """Return the half (`at`: 0 or 1) of the cases for one of two tests; in `make figures`, all of them."""
    return cases if SWEEP_FACTOR > 1 else cases[at::2]


def on_databases(names: str, cases: Iterable[tuple[Any, ...]], postgresql: int) -> pytest.MarkDecorator:
    """Run each case on SQLite, and one, by its index, on PostgreSQL too, as playing takes most of the time.

    `names` are those of the arguments, separated by commas; a case has a value for each.
    """
    cases = list(cases)
    there = cases if SWEEP_FACTOR > 1 else [cases[postgresql]]
    return pytest.mark.parametrize(
        ("database", *names.split(",")),
        [*(("sqlite", *case) for case in cases), *(("postgresql", *case) for case in there)],
        indirect=["database"],
        scope="session",
    )


def tried(examples: int = 50, *, suppress_health_check: Iterable[HealthCheck] = (), **more: Any) -> settings:
    """Return settings of a property; CHEVILLE_SWEEP=20 tries 20 times as many examples, others each time.

    A busy machine is not a fault of the program, so nothing is timed.
    """
    return settings(
        max_examples=examples * SWEEP_FACTOR,
        deadline=None,
        derandomize=SWEEP_FACTOR == 1,
        suppress_health_check=[HealthCheck.too_slow, *suppress_health_check],
        **more,
    )
