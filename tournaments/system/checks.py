"""Checks of `manage.py check --deploy` beyond Django's own: what makes a server fail in silence."""

import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as CheckWarning
from django.db import DatabaseError, connection
from django.utils import timezone

SAMPLE_KEY = "50-random-characters-or-more-the-same-for-all-processes"
"""The key of docs/deploy/cheville.env, which everybody can read."""
HINTS = {
    "cheville.E001": (
        "ALLOWED_HOSTS allows any host.",
        "Set ALLOWED_HOSTS to the names of the server, such as crible.example.org.",
    ),
    "cheville.E002": (
        "The data are in a SQLite file, which one process at a time can write.",
        "Set DATABASE_URL to a PostgreSQL database.",
    ),
    "cheville.E003": (
        "SECRET_KEY is the one of the example, so anybody can forge a session.",
        "Set SECRET_KEY to 50 random characters or more, the same for all processes.",
    ),
    "cheville.E004": (
        "Plain http is allowed, as in a hall: passwords can be read on the way.",
        "Set LAN_HTTP=false, behind a proxy that speaks https.",
    ),
    "cheville.E005": (
        "Each process has a cache and a queue of its own, so they miss what the others do.",
        "Set REDIS_URL to a Redis or Valkey server.",
    ),
    "cheville.E007": (
        "The newest paper was made on another machine and is not in CHEVILLE_DATA of this one.",
        "Let all machines share the folder CHEVILLE_DATA. After a restore, make a paper again.",
    ),
    "cheville.E008": (
        "The clock of this machine is more than five seconds from that of the database.",
        "Let all machines follow a time server: systemd-timesyncd or chrony.",
    ),
}
MAX_CLOCK_DIFFERENCE = timedelta(seconds=5)
"""The most that the clocks of two machines may be apart: one that is ahead takes the work of others."""
WORKER_CONNECTIONS, SPARE_CONNECTIONS = 2, 6
"""Connections: a paper and the sign of life beside it; commands, the backup and monitoring."""


def unfit_settings() -> list[str]:
    """Return the codes of the settings that do not fit a server; empty where all do."""
    unfit = {
        "cheville.E001": "*" in settings.ALLOWED_HOSTS,  # the host is used in links, invitations and papers
        "cheville.E002": settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"),
        "cheville.E003": settings.SECRET_KEY == SAMPLE_KEY,
        "cheville.E004": settings.LAN_HTTP,
        "cheville.E005": not settings.REDIS_URL,
    }
    return [code for code, is_so in unfit.items() if is_so]


def unfit_machine() -> list[str]:
    """Return the codes of what does not fit on one of several machines; empty without a PostgreSQL."""
    if connection.vendor != "postgresql":
        return []
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            is_apart = abs(timezone.now() - cursor.fetchone()[0]) > MAX_CLOCK_DIFFERENCE
            cursor.execute(
                "SELECT result, owner FROM tournaments_job WHERE state = 'done' AND result <> ''"
                " AND finished_at > clock_timestamp() - interval '1 day' ORDER BY id DESC LIMIT 1"
            )
            papers = cursor.fetchall()
    except DatabaseError:  # away, or without tables yet
        return []
    lacks = any(
        owner.split()[:1] != [socket.gethostname()[:100]] and not Path(settings.MEDIA_ROOT, result).exists()
        for result, owner in papers
    )
    unfit = {"cheville.E007": lacks, "cheville.E008": is_apart}
    return [code for code, is_so in unfit.items() if is_so]


def wanted_connections() -> int:
    """Return how many connections to the database all processes may open at once."""
    return (
        settings.WEB_PROCESSES * settings.WEB_THREADS
        + settings.WORKERS * WORKER_CONNECTIONS
        + SPARE_CONNECTIONS
    )


def allowed_connections() -> int:
    """Return how many connections PostgreSQL gives to users other than its superuser."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('max_connections')::int"
            " - current_setting('superuser_reserved_connections')::int"
        )
        return int(cursor.fetchone()[0])


@register(Tags.security, deploy=True)
def database_has_room(**_kwargs: Any) -> list[CheckMessage]:
    """Refuse more processes and threads than PostgreSQL gives connections: the last would answer 503."""
    if connection.vendor != "postgresql":
        return []
    try:
        allowed = allowed_connections()
    except DatabaseError as error:
        hint = "Start PostgreSQL, or correct DATABASE_URL."
        return [CheckWarning(f"The database did not answer: {error}", hint=hint, id="cheville.W001")]
    if (wanted := wanted_connections()) <= allowed:
        return []
    message = f"All processes together may open {wanted} connections; PostgreSQL allows {allowed}."
    hint = "Raise max_connections in postgresql.conf, or lower WEB_PROCESSES, WEB_THREADS or WORKERS."
    return [Error(message, hint=hint, id="cheville.E006")]


@register(Tags.security, deploy=True)
def settings_fit_a_server(**_kwargs: Any) -> list[CheckMessage]:
    """Refuse settings of a laptop on a server, and a machine that has not what the others have."""
    found: list[CheckMessage] = []
    for code in (*unfit_settings(), *unfit_machine()):
        message, hint = HINTS[code]
        found.append(Error(message, hint=hint, id=code))
    return found
