"""Detect jumps of this computer's clock, and find out which times are certainly past.

A laptop whose battery is empty starts in another year, and is corrected in the middle of a tournament.
"""

import time
from datetime import UTC, datetime, timedelta

from django.utils import timezone

RELEASE_DATE = datetime(2026, 11, 1, tzinfo=UTC)  # this program did not exist before
MIN_JUMP = timedelta(hours=1)  # summer time is none: times are stored in UTC

began: tuple[datetime, float] | None = None


def _steady_seconds() -> float:
    """Return seconds independent of the clock setting; if the system can, also counted while it sleeps."""
    sleeping_too = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if sleeping_too is None else time.clock_gettime(sleeping_too)


def begin() -> None:
    """Remember the clock, so that `jump_size` notices changes. Called when the program starts to serve."""
    global began
    began = timezone.now(), _steady_seconds()


def jump_size() -> timedelta:
    """Return how far the clock has jumped since `begin`; negative if it was set back."""
    if began is None:
        return timedelta()
    wall, steady = began
    drift = timezone.now() - wall - timedelta(seconds=_steady_seconds() - steady)
    return drift if abs(drift) > MIN_JUMP else timedelta()


def earliest_now() -> datetime:
    """Return a time that is certainly past, even if the clock was set forward: nothing later has expired."""
    return timezone.now() - max(jump_size(), timedelta())


def is_suspicious() -> bool:
    """Return whether the clock jumped, or is before the release of this program.

    A tournament may show that it is right.
    """
    return bool(jump_size()) or timezone.now() < RELEASE_DATE
