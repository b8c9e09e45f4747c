"""Count for Prometheus across the processes of a server (`METRICS=true`); otherwise do nothing.

Counters are stored in files of `METRICS_DIR`, which web processes and workers share. Models count here, so
this imports none of them; `web/monitoring/endpoints.py` queries the database on each read.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from django.conf import settings

TIME_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


@cache
def counters() -> Any:
    """Return the counters of this process; Prometheus is imported only if needed."""
    folder = Path(settings.METRICS_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)  # read when the library is imported
    from prometheus_client import Counter, Histogram

    return SimpleNamespace(
        requests=Histogram(
            "cheville_request_seconds",
            "Requests, by kind and status",
            ["kind", "status"],
            buckets=TIME_BUCKETS,
        ),
        results=Counter("cheville_results", "Results that devices sent, by answer", ["answer"]),
        locks=Histogram("cheville_lock_wait_seconds", "Waits for a tournament", buckets=TIME_BUCKETS),
    )


def count_request(kind: str, status: str, seconds: float) -> None:
    """Count a request that was answered."""
    if settings.METRICS:
        counters().requests.labels(kind, status).observe(seconds)


def count_result(answer: str) -> None:
    """Count a result that a device sent."""
    if settings.METRICS:
        counters().results.labels(answer).inc()


@contextmanager
def lock_wait() -> Iterator[None]:
    """Measure the wait for the lock of a tournament."""
    if not settings.METRICS:
        yield
        return
    began = perf_counter()
    yield
    counters().locks.observe(perf_counter() - began)
