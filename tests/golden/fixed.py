"""A clock and random numbers that are the same on any day and in any process."""

import os
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import override_settings

from tests.moments import HALL

START_TIME = datetime(2026, 11, 21, 8, 30, tzinfo=HALL)
ROUND_LENGTH = timedelta(minutes=25)


class Clock:
    """The time of a tournament: it stands still until it is put forward."""

    def __init__(self, travels: time_machine.Traveller) -> None:
        self._travels = travels

    def on(self, by: timedelta = ROUND_LENGTH) -> None:
        """Put the clock forward."""
        self._travels.shift(by)


@contextmanager
def fixed() -> Iterator[Clock]:
    """Yield the clock at the morning of the tournament; secrets and uids follow from a seed."""
    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(SECRET_KEY="golden" * 9),
        time_machine.travel(START_TIME, tick=False) as travels,
    ):
        draw_from(patch, 1)
        yield Clock(travels)


@contextmanager
def drawn_anew() -> Iterator[None]:
    """Draw from the same seed for each request, whatever the requests before it."""
    with pytest.MonkeyPatch.context() as patch:
        draw_from(patch, 2)
        yield


def draw_from(patch: pytest.MonkeyPatch, seed: int) -> None:
    """Let `uuid4` (by `os.urandom`) and `secrets` draw from a seed."""
    patch.setattr(os, "urandom", random.Random(seed).randbytes)
    chance = random.Random(seed + 100)  # separate: libraries draw uids for themselves, the first time
    patch.setattr(secrets, "token_bytes", lambda count=32: chance.randbytes(count or 32))
    patch.setattr(secrets, "choice", chance.choice)
    patch.setattr(secrets, "randbelow", chance.randrange)
