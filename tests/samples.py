"""With how many examples a property is tried, and on which database: a fixed sample in each run.

`make figures` tries many others, and each on both databases.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

TIMES = int(os.environ.get("CHEVILLE_SWEEP", "1"))


def turn(cases: Sequence[Any], at: int) -> Sequence[Any]:
    """The half (`at`: 0 or 1) that one of two tests has of the cases; in `make figures` it has them all."""
    return cases if TIMES > 1 else cases[at::2]


def on_databases(names: str, cases: Iterable[tuple[Any, ...]], postgresql: int) -> pytest.MarkDecorator:
    """Each case on SQLite, and on PostgreSQL the one of that place: what a day costs is the day.

    `names` are those of the arguments, separated by commas; a case has a value for each.
    """
    cases = list(cases)
    there = cases if TIMES > 1 else [cases[postgresql]]
    return pytest.mark.parametrize(
        ("database", *names.split(",")),
        [*(("sqlite", *case) for case in cases), *(("postgresql", *case) for case in there)],
        indirect=["database"],
        scope="session",
    )


def tried(examples: int = 50, *, suppress_health_check: Iterable[HealthCheck] = (), **more: Any) -> settings:
    """As settings of a property; CHEVILLE_SWEEP=20 tries 20 times as many, others each time.

    A busy machine is no fault of what is tried, so nothing is timed.
    """
    return settings(
        max_examples=examples * TIMES,
        deadline=None,
        derandomize=TIMES == 1,
        suppress_health_check=[HealthCheck.too_slow, *suppress_health_check],
        **more,
    )
