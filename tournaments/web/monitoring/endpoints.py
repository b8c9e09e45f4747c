"""Health, readiness and metrics of a process, answered before all middleware.

`/healthz` is public and says that the process answers. `/readyz` and `/metrics` are for a program on this
machine that does not come through the proxy, or for requests with `WATCH_TOKEN`; others get 404.
"""

import json
import logging
import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.db.models import Count, Min
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournaments.devices import SILENT_AFTER
from tournaments.models import Device, Job
from tournaments.system import logs, metrics
from tournaments.system.checks import unfit_machine, unfit_settings
from tournaments.system.hosts import is_loopback
from tournaments.system.metrics import counters


def metrics_text() -> bytes:
    """Return all metrics in the text format of Prometheus."""
    counters()
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(_DatabaseCollector())
    return generate_latest(registry)


class _DatabaseCollector:
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
        since = Min(Coalesce("not_before", "created_at"))  # work that is put off waits for no worker
        oldest = Job.objects.filter(state=Job.State.WAITING).aggregate(at=since)["at"]
        waits = max(0, (now - oldest).total_seconds()) if oldest else 0
        yield gauge("cheville_oldest_waiting_job_seconds", "How long the oldest job waits", value=waits)
        heard = Device.objects.filter(last_seen__gte=now - SILENT_AFTER, tournament__live=True).count()
        yield gauge("cheville_devices_heard", "Devices heard within two minutes", value=heard)


Answer = tuple[str, str, bytes]  # status, type, body

FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
TOURNAMENT_PARTS = frozenset(
    [
        "setup",
        "registration",
        "rounds",
        "desk",
        "tablets",
        "standings",
        "medals",
        "papers",
        "judge",
        "copies",
        "where",
        "card",
        "found",
    ]
)
DEVICE_ACTIONS = frozenset(["join", "here", "submit", "call", "people"])
TOP_PATHS = frozenset(["static", "judge", "table", "me", "sign-in", "sign-out", "restore", "i18n"])

log = logging.getLogger("cheville.request")


def with_admin_pages(application: WSGIApplication) -> WSGIApplication:
    """Return the application with the pages for the administrator, counted where that is wanted."""
    counted = _with_metrics(application) if settings.METRICS or settings.LOG_FORMAT == "json" else application

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        page = PAGES.get(environ["PATH_INFO"])
        if page is None:
            return counted(environ, start_response)
        status, kind, body = page() if page is healthz or _is_permitted(environ) else NOT_FOUND
        length = str(len(body))
        start_response(
            status, [("Content-Type", kind), ("Content-Length", length), ("Cache-Control", "no-store")]
        )
        return [body]

    return answer


def _is_permitted(environ: dict[str, Any]) -> bool:
    """Return whether a request has the token or, if none is set, comes from this machine past every proxy."""
    if settings.WATCH_TOKEN:
        given = environ.get("HTTP_AUTHORIZATION", "")
        return constant_time_compare(given, f"Bearer {settings.WATCH_TOKEN}")
    asked = environ.get("HTTP_HOST", "").rpartition(":")[0] or environ.get("HTTP_HOST", "")
    ends = (environ.get("REMOTE_ADDR", ""), "127.0.0.1" if asked == "localhost" else asked)  # who, and whom
    here = all(is_loopback(end.strip("[]")) for end in ends)
    return here and not any(name in environ for name in FORWARDED)


def healthz() -> Answer:
    """Answer that the process is running."""
    return "200 OK", "text/plain", b"ok\n"


def readyz() -> Answer:
    """Return the state of each part; without the database it is not ready, without the others papers wait."""
    parts = {name: _run_check(check) for name, check in CHECKS.items()}
    close_old_connections()
    ready = parts["database"] == parts["migrations"] == "ok"
    body = json.dumps({"ready": ready, "parts": parts}).encode() + b"\n"
    return "200 OK" if ready else "503 Service Unavailable", "application/json", body


def _run_check(check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception as error:  # any error means that the part is away
        log.warning("Not ready: %s", type(error).__name__, exc_info=True)
        return "away"


def _database() -> str:
    close_old_connections()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


_migrated = False


def _migrations() -> str:
    """Return "ok" once all migrations are applied; kept, as reading their files takes a tenth of a second."""
    global _migrated
    if not _migrated:
        from django.db.migrations.executor import MigrationExecutor

        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "ok" if _migrated else "missing"


def _settings() -> str:
    """Return "ok" on a laptop, and where the settings fit a server; else the codes of `check --deploy`."""
    return "ok" if settings.LAN_HTTP else " ".join([*unfit_settings(), *unfit_machine()]) or "ok"


def _cache() -> str:
    value = uuid.uuid4().hex
    caches["default"].set("ready", value, 10)
    return "ok" if caches["default"].get("ready") == value else "away"


def _broker() -> str:
    from config.celery import app

    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    return "ok"


def metrics_page() -> Answer:
    """Return the metrics for Prometheus."""
    if not settings.METRICS:
        return NOT_FOUND

    try:
        close_old_connections()
        return "200 OK", "text/plain; version=0.0.4; charset=utf-8", metrics_text()
    except (DatabaseError, InterfaceError):
        return "503 Service Unavailable", "text/plain", b"away\n"
    finally:
        close_old_connections()


NOT_FOUND: Answer = ("404 Not Found", "text/plain", b"not found\n")
PAGES = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics_page}
CHECKS = {
    "settings": _settings,
    "database": _database,
    "migrations": _migrations,
    "cache": _cache,
    "broker": _broker,
}


def _with_metrics(application: WSGIApplication) -> WSGIApplication:
    """Return the application with every request logged and counted, with its id, time and answer."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        began = perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID", "")
        known = given if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        path = environ["PATH_INFO"]
        logs.request_id.set(known)
        logs.tournament.set(path.split("/")[2] if path.startswith("/t/") else "")
        status = "500"

        def start(line: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            nonlocal status
            status = line[:3]
            return start_response(line, [*headers, ("X-Request-ID", known)], *more)

        try:
            return application(environ, start)
        finally:
            seconds = perf_counter() - began
            kind = request_kind(path)
            metrics.count_request(kind, status, seconds)
            about = {
                "method": environ["REQUEST_METHOD"],
                "path": logs.without_secrets(path),
                "kind": kind,
                "status": int(status),
                "ms": round(seconds * 1000, 1),
            }
            log.info("answered", extra={"about": about})

    return answer


def request_kind(path: str) -> str:
    """Return the kind of a request, one of a fixed set of labels."""
    parts = path.strip("/").split("/")
    if parts[0] == "api":
        return f"device_{parts[-1]}" if parts[-1] in DEVICE_ACTIONS else "other"
    if parts[0] == "t":
        section = parts[2] if len(parts) > 2 else "public"
        return section if section in TOURNAMENT_PARTS or section == "public" else "other"
    if path == "/":
        return "home"
    return parts[0] if parts[0] in TOP_PATHS else "other"
