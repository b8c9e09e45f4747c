"""The metrics for Prometheus: counters of the processes, and figures from the database."""

from collections.abc import Iterator
from typing import Any

from django.db import DatabaseError, InterfaceError
from django.db.models import Count, Min
from django.utils import timezone

from tournaments.devices import SILENT_AFTER
from tournaments.models import Device, Job
from tournaments.system.metrics import counters


def exposition() -> bytes:
    """Return all metrics in the text format of Prometheus."""
    counters()
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(_FromTheDatabase())
    return generate_latest(registry)


class _FromTheDatabase:
    """Jobs by state, the oldest that waits, active devices; whether the database answers at all."""

    def collect(self) -> Iterator[Any]:
        """Yield the metrics, as a registry expects."""
        from prometheus_client.core import GaugeMetricFamily as Gauge

        try:
            found = list(self._read(Gauge))
        except (DatabaseError, InterfaceError):
            yield Gauge("cheville_database_up", "Whether the database answers", value=0)
            return
        yield Gauge("cheville_database_up", "Whether the database answers", value=1)
        yield from found

    def _read(self, gauge: Any) -> Iterator[Any]:
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
