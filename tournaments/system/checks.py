"""Checks of `manage.py check --deploy` beyond Django's own: what makes a server fail in silence."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as CheckWarning
from django.db import DatabaseError, connection

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
}
OF_A_WORKER, SPARE = 2, 6
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


def wanted_connections() -> int:
    """Return how many connections to the database all processes may open at once."""
    return settings.WEB_PROCESSES * settings.WEB_THREADS + settings.WORKERS * OF_A_WORKER + SPARE


def allowed_connections() -> int:
    """Return how many connections PostgreSQL gives to users other than its superuser."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('max_connections')::int"
            " - current_setting('superuser_reserved_connections')::int"
        )
        return int(cursor.fetchone()[0])


@register(Tags.security, deploy=True)
def database_has_room(**_given: Any) -> list[CheckMessage]:
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
def settings_fit_a_server(**_given: Any) -> list[CheckMessage]:
    """Refuse settings of a laptop on a server."""
    found: list[CheckMessage] = []
    for code in unfit_settings():
        message, hint = HINTS[code]
        found.append(Error(message, hint=hint, id=code))
    return found
