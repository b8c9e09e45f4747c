"""Options, order and clock of all tests.

The tests of the rule book and the pairing need no Django: if no others are run, it is not loaded
(`make quick`). All others have `tests/databases.py` and `tests/services.py`.

A test that skips has not proved anything, so it fails. Each run has another order, whose seed is printed;
slow tests come first, so that the last to end are short. `--at` lets each test begin at another moment.
"""

import gc
import importlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from io import StringIO
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests import moments, samples, timing

if TYPE_CHECKING:
    from django.test import Client
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

    from tournaments.models import Tournament

gc.disable()  # until everything is loaded, as loaded modules stay
pytest.register_assert_rewrite("tests.browser")
settings.register_profile("sample", samples.tried())
settings.load_profile("sample")

PURE = {"scoring", "pairing", "test_purity.py", "test_worker_distribution.py"}
# Fixtures of tests that wait for other processes, the slowest first. The first is expensive to set up.
WAITING_FIXTURES = ("federation", "celery_worker_process", "serve", "played", "hall", "browser")
TESTS = Path(__file__).resolve().parent
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
RUN_FOLDER = Path(os.environ.get("CHEVILLE_TEST_RUN") or tempfile.mkdtemp(prefix="cheville-"))

# A run starts a hundred processes; each would compile Django and the rest anew, 1.3 s.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Before the settings are read: nothing of a test touches the data of the person who runs it.
os.environ["CHEVILLE_TEST_RUN"] = str(RUN_FOLDER)
os.environ["CHEVILLE_DATA"] = str(RUN_FOLDER / WORKER)
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in the test's thread
os.environ.setdefault("XDG_RUNTIME_DIR", str(RUN_FOLDER / "runtime"))
for name in ("DATABASE_URL", "REDIS_URL", "DEBUG"):
    os.environ.pop(name, None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--at=leap-day` and others, and `--golden` and `--write` of tests/golden."""
    parser.addoption("--at", choices=sorted(moments.MOMENTS), help="the moment at which the suite runs")
    parser.addoption("--golden", action="store_true", help="every tournament of the golden data")
    parser.addoption("--write", action="store_true", help="write the golden data instead of comparing it")


def pytest_configure(config: pytest.Config) -> None:
    """Set Django up if the chosen tests need it."""
    if moment := config.getoption("at"):
        moments.stand_in(moment)
    config.pluginmanager.register(timing.Timing(TESTS), "timing")
    if not is_pure(config):
        set_django_up(config)


def asked_for(config: pytest.Config) -> list[Path]:
    """Return the folders and files that are to be tested."""
    return [Path(config.invocation_params.dir, argument.split("::")[0]).resolve() for argument in config.args]


def is_pure(config: pytest.Config) -> bool:
    """Return whether only folders and files were given whose tests need no Django."""
    return all(
        path != TESTS and path.is_relative_to(TESTS) and path.relative_to(TESTS).parts[0] in PURE
        for path in asked_for(config)
    )


def set_django_up(config: pytest.Config) -> None:
    """Set Django up after the variables above; an option of pytest-django would do it before."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    # Whitenoise warns where it is missing.
    (RUN_FOLDER / WORKER / "static").mkdir(parents=True, exist_ok=True)
    (RUN_FOLDER / "runtime").mkdir(mode=0o700, exist_ok=True)
    import django

    django.setup()
    config.pluginmanager.import_plugin("tests.databases")
    config.pluginmanager.import_plugin("tests.services")
    if getattr(config.option, "numprocesses", None):
        # Each worker sets it itself: inherited, the settings would be read before the worker has its folder.
        del os.environ["DJANGO_SETTINGS_MODULE"]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile each test module once in a fresh copy: the workers share them out, then collect all.

    They collect in the same order, so all would compile the same module at the same moment: 4 s more for
    each.
    """
    if not (worker := getattr(session.config, "workerinput", None)) or TESTS not in asked_for(session.config):
        return
    modules = sorted(TESTS.rglob("test_*.py"))
    for path in modules[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        with suppress(Exception):  # the collection reports it
            importlib.import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Delete the folder of the run, in the one process that outlives the others."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(RUN_FOLDER, ignore_errors=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests with `@pytest.mark.both_databases` once on each database."""
    if metafunc.definition.get_closest_marker("both_databases"):
        metafunc.parametrize("database", ["sqlite", "postgresql"], indirect=True, scope="session")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the shuffled tests: slow ones first, and for each worker its share."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = [item for share in shared_out(items, workers) for item in share]


def shared_out(items: list[pytest.Item], workers: int) -> list[list[pytest.Item]]:
    """Return what each worker begins with: half of them with tests that wait, the others with others.

    Workers that all wait at once leave the cores idle. Shares are filled up with the short tests of PURE, as
    xdist gives each worker the same number.
    """
    everybody = range(workers)
    half = (workers + 1) // 2
    meant = [
        everybody[:1],
        *[everybody[:half]] * (len(WAITING_FIXTURES) - 1),
        *[everybody[half:]] * 2,
        everybody,
    ]
    shares: list[list[pytest.Item]] = [[] for _worker in everybody]
    sizes = [(len(items) + worker) // workers for worker in everybody]
    for of_kind, item in sorted(((kind(item), item) for item in items), key=itemgetter(0)):
        free = [worker for worker in everybody if len(shares[worker]) < sizes[worker]]
        whose = min(free, key=lambda one: (one not in meant[of_kind], len(shares[one])))
        shares[whose].append(item)
    return shares


def kind(item: pytest.Item) -> int:
    """Return the place of a test's fixture in WAITING_FIXTURES; then long tests, others, and PURE."""
    needs = getattr(item, "fixturenames", ())
    if waits := [at for at, name in enumerate(WAITING_FIXTURES) if name in needs]:
        return waits[0]
    if item.get_closest_marker("long"):
        return len(WAITING_FIXTURES)
    path = item.nodeid.partition("::")[0]
    return len(WAITING_FIXTURES) + 1 + (not PURE.isdisjoint(path.split("/")))


def pytest_collection_finish() -> None:
    """Freeze loaded objects: collecting garbage among them takes a tenth of a worker's time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Begin each test at the chosen moment, except where other processes have to know it."""
    moment = item.config.getoption("at")
    travels = moment and not item.get_closest_marker("machine_clock")
    with moments.at(moment) if travels else nullcontext():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    """Count a skipped test as failed."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, which proves nothing: {report.longrepr}"
    return report


@pytest.fixture
def director(client: "Client", tournament: "Tournament") -> "Client":
    """Return the browser of a director of the tournament, in English."""
    from tests import factories

    client.force_login(factories.organiser(tournament))
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def at(page: "Page", live_server: "LiveServer") -> Iterator[Callable[..., "Page"]]:
    """Yield a function that opens an address as a director, at a size; the console must stay silent."""
    from tests.browser import directing

    yield from directing(page, live_server)


@pytest.fixture
def simulated(tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Return a function that simulates a tournament with `manage.py simulate` and reads its export."""
    from django.core.management import call_command

    from tournaments.models import Tournament

    def simulate(**options: object) -> dict[str, Any]:
        file = tmp_path / "day.json"
        call_command("simulate", export=file, stdout=StringIO(), **options)
        data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        own = {name: data["tournament"].pop(name) for name in ("uid", "slug")}  # no two have the same
        assert Tournament.objects.filter(**own, live=True).exists()
        del data["state"]["made_at"]
        return data

    return simulate
