"""Detect jumps of this computer's clock, and tell which times are certainly past.

A laptop whose battery is empty begins in another year, and is put right in the middle of a day.
"""

import time
from datetime import UTC, datetime, timedelta

from django.utils import timezone

RELEASED = datetime(2026, 11, 1, tzinfo=UTC)  # this program did not exist before
A_JUMP = timedelta(hours=1)  # summer time is none: moments are kept in UTC

_began: tuple[datetime, float] | None = None


def _steady() -> float:
    """Seconds that pass whatever the clock is set to; where the system can tell, also while it sleeps."""
    sleeping_too = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if sleeping_too is None else time.clock_gettime(sleeping_too)


def begin() -> None:
    """Remember the clock, so that `jumped` notices changes. Called when the program starts to serve."""
    global _began
    _began = timezone.now(), _steady()


def jumped() -> timedelta:
    """How far the clock has jumped since `begin`, as a timedelta; negative if it was set back."""
    if _began is None:
        return timedelta()
    wall, steady = _began
    drift = timezone.now() - wall - timedelta(seconds=_steady() - steady)
    return drift if abs(drift) > A_JUMP else timedelta()


def earliest_now() -> datetime:
    """A time that is certainly past, even if the clock was set forward: nothing later has expired."""
    return timezone.now() - max(jumped(), timedelta())


def is_suspicious() -> bool:
    """Whether it jumped, or stands before there was this program. A tournament may show that it is right."""
    return bool(jumped()) or timezone.now() < RELEASED
