"""A small federation whose parts can be killed (`tests.server.parts`).

Each part is started once for the run that needs it, and started again after the test that stopped it.
"""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.parts import QUICK_SETTINGS, Federation, Postgres, Valkey

collect_ignore = [] if sys.platform == "linux" else ["test_proxy.py"]  # nginx and systemd are of Linux


@pytest.fixture(scope="session")
def federation_parts(
    tmp_path_factory, django_db_setup, django_db_blocker
) -> Iterator[tuple[Federation, Any]]:
    """Yield the parts, and a connection to their database."""
    import environ
    from django.core.management import call_command
    from django.db import connections
    from django.db.utils import load_backend

    from tests.databases import default_connection

    postgres, valkey = Postgres(), Valkey()
    federation = Federation(postgres, valkey, tmp_path_factory.mktemp("federation"))
    (federation.data / "static").mkdir()
    settings = connections.configure_settings({"default": environ.Env.db_url_config(postgres.url)})["default"]
    wrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    with django_db_blocker.unblock(), default_connection(wrapper):
        call_command("migrate", verbosity=0)
    yield federation, wrapper
    federation.end()
    valkey.kill()
    postgres.end()


@pytest.fixture
def federation(federation_parts, django_db_blocker, settings) -> Iterator[Federation]:
    """Yield a server whose parts can be killed; the test writes into its database."""
    from django.db import connection

    from config.celery import app
    from tests.databases import default_connection
    from tests.services import changed_broker
    from tournaments.common import jobs
    from tournaments.models import Job

    parts, wrapper = federation_parts
    settings.MEDIA_ROOT = parts.data / "papers"
    settings.JOB_LEASE = float(QUICK_SETTINGS["JOB_LEASE"])
    with django_db_blocker.unblock(), default_connection(wrapper), changed_broker(app, parts.valkey.url):
        yield parts
        parts.calm()
        connection.close()  # PostgreSQL may have been started again
        # A worker of the next test would first do the work left here, and that test may hold it up.
        for job in Job.objects.filter(state__in=jobs.UNFINISHED):
            jobs.cancel(job)
        app.control.purge()
