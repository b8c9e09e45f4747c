"""What Prometheus reads of a server (`METRICS=true`), counted across its processes; else this does nothing.

Counters lie in files of `METRICS_DIR`, which web processes and workers share. What the database knows is
asked when somebody reads.
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

MOMENTS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


@cache
def _counters() -> Any:
    folder = Path(settings.METRICS_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)  # read when the library is imported
    from prometheus_client import Counter, Histogram

    return SimpleNamespace(
        requests=Histogram(
            "cheville_request_seconds", "Requests, by kind and status", ["kind", "status"], buckets=MOMENTS
        ),
        results=Counter("cheville_results", "Results that devices sent, by answer", ["answer"]),
        locks=Histogram("cheville_lock_wait_seconds", "Waits for a tournament", buckets=MOMENTS),
    )


def request(kind: str, status: str, seconds: float) -> None:
    """Count a request that was answered."""
    if settings.METRICS:
        _counters().requests.labels(kind, status).observe(seconds)


def result(answer: str) -> None:
    """Count a result that a device sent."""
    if settings.METRICS:
        _counters().results.labels(answer).inc()


@contextmanager
def lock_wait() -> Iterator[None]:
    """Measure how long one waits for a tournament."""
    if not settings.METRICS:
        yield
        return
    began = perf_counter()
    yield
    _counters().locks.observe(perf_counter() - began)


def exposition() -> bytes:
    """Everything, in the words of Prometheus."""
    _counters()
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(_FromTheDatabase())
    return generate_latest(registry)


class _FromTheDatabase:
    """Jobs by state, the oldest that waits, devices that were heard; whether the database answers at all."""

    def collect(self) -> Iterator[Any]:
        """What a registry asks for."""
        from django.db import DatabaseError, InterfaceError
        from prometheus_client.core import GaugeMetricFamily as Gauge

        try:
            found = list(self._read(Gauge))
        except (DatabaseError, InterfaceError):
            yield Gauge("cheville_database_up", "Whether the database answers", value=0)
            return
        yield Gauge("cheville_database_up", "Whether the database answers", value=1)
        yield from found

    def _read(self, gauge: Any) -> Iterator[Any]:
        from django.db.models import Count, Min
        from django.utils import timezone

        from tournaments.devices import SILENT_AFTER
        from tournaments.models import Device, Job

        states = dict.fromkeys(Job.State.values, 0)
        states |= dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
        jobs = gauge("cheville_jobs", "Papers and copies, by state", labels=["state"])
        for state, count in states.items():
            jobs.add_metric([state], count)
        yield jobs
        now = timezone.now()
        oldest = Job.objects.filter(state=Job.State.WAITING).aggregate(at=Min("created_at"))["at"]
        waits = (now - oldest).total_seconds() if oldest else 0
        yield gauge("cheville_oldest_waiting_job_seconds", "How long the oldest job waits", value=waits)
        heard = Device.objects.filter(last_seen__gte=now - SILENT_AFTER, tournament__live=True).count()
        yield gauge("cheville_devices_heard", "Devices heard within two minutes", value=heard)
