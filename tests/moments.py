"""Moments at which every test must pass as now: `pytest --at=leap-day`."""

import os
import time
from contextlib import AbstractContextManager
from datetime import datetime
from zoneinfo import ZoneInfo

import time_machine

HALL = ZoneInfo("America/Toronto")
MOMENTS = {
    "leap-day": datetime(2028, 2, 29, 10, 30, tzinfo=HALL),
    "midnight": datetime(2026, 12, 31, 23, 59, 59, 900_000, tzinfo=HALL),
    "summer-time": datetime(2027, 3, 14, 1, 59, 59, 900_000, tzinfo=HALL),
    "auckland": datetime(2026, 11, 21, 8, 0, tzinfo=HALL),  # on a machine in that time zone
}


def stand_in(moment: str) -> None:
    """Set the time zone of the machine; Cheville has its own."""
    if moment == "auckland":
        os.environ["TZ"] = "Pacific/Auckland"
        time.tzset()


def at(moment: str) -> AbstractContextManager[object]:
    """Let the clock go on from that moment; monotonic clocks stay as they are."""
    return time_machine.travel(MOMENTS[moment], tick=True)
