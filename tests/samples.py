"""With how many examples a property is tried: a fixed sample in each run, many others in `make figures`."""

import os
from typing import Any

from hypothesis import settings

TIMES = int(os.environ.get("CHEVILLE_SWEEP", "1"))


def tried(examples: int = 50, **more: Any) -> settings:
    """As settings of a property; CHEVILLE_SWEEP=20 tries 20 times as many, others each time.

    A busy machine is no fault of what is tried, so no example is timed.
    """
    return settings(max_examples=examples * TIMES, deadline=None, derandomize=TIMES == 1, **more)
