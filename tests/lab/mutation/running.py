"""Run tests once to see which lines each runs through, then against one mutant after the other.

Each mutant has a process of its own, forked from this one: Django is loaded and the database made once.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import coverage
import pytest
from _pytest.runner import runtestprotocol
from django.conf import settings
from django.db import connections

from tests.lab.mutation.mutants import Mutant
from tests.lab.mutation.planting import functions, plant, query_caches
from tests.lab.source import module_name

HEAVY_FIXTURES = {
    "page",
    "context",
    "browser",
    "live_server",
    "serve",
    "hall",
    "celery_worker_process",
    "valkey_url",
    "transactional_db",
}
SLOW_FACTOR = 10  # a test that takes so many times as long as usual, and some seconds, hangs
MIN_SECONDS = 8
MAX_WAIT = 120  # seconds: a test that waits for something that never comes hangs too
REPORT_INTERVAL = 50
MAX_UNSOUND = 10
CAUGHT, SURVIVED, FAULT = 0, 1, 2


class OnlySession:
    """Replace the next test, so that only the fixtures of the whole session stay set up."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session

    def listchain(self) -> list[pytest.Session]:
        return [self.session]


class Runner:
    """Try `mutants` as a plugin of pytest that replaces its loop; `caught` has those that were noticed."""

    def __init__(self, root: Path, mutants: Sequence[Mutant], most_seconds: float) -> None:
        self.root, self.mutants, self.most_seconds = root, mutants, most_seconds
        self.caught: dict[str, str] = {}
        self.faults: list[str] = []
        self.unsound: list[str] = []
        self.took: dict[str, float] = {}
        self.worked: dict[str, float] = {}  # without the time that other programs took
        self.noticed: Counter[tuple[str, str]] = Counter()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._is_light(item)]

    @staticmethod
    def _is_light(item: pytest.Item) -> bool:
        params = getattr(getattr(item, "callspec", None), "params", {})
        marked = item.get_closest_marker("django_db")
        commits = marked is not None and marked.kwargs.get("transaction", False)
        needs = set(getattr(item, "fixturenames", ()))
        return not (commits or HEAVY_FIXTURES & needs) and params.get("database") != "postgresql"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Failed("the tests cannot be collected")
        logging.disable()  # requests that are refused on purpose
        self.items = {item.nodeid: item for item in session.items}
        self._run_once(list(self.items.values()))
        gc.unfreeze()  # objects that were frozen before the tests would not be found
        self.living = functions(str(self.root / mutant.file) for mutant in self.mutants)
        gc.freeze()  # collecting objects in a fork would copy them first
        self._check_forks()
        for at, mutant in enumerate(self.mutants):
            if at and at % REPORT_INTERVAL == 0:
                print(f"{len(self.caught)} of {at} caught so far", flush=True)
            self._try_mutant(mutant)
        return True

    def _run_once(self, items: list[pytest.Item]) -> None:
        watched = coverage.Coverage(data_file=None, include=[str(self.root / m.file) for m in self.mutants])
        watched.start()
        queries = query_caches()
        for item, following in zip(items, [*items[1:], OnlySession(items[0].session)], strict=True):
            for known in queries:
                known.clear()
            watched.switch_context(item.nodeid)
            began, worked = time.perf_counter(), time.process_time()
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                self.unsound.append(item.nodeid)
            self.took[item.nodeid] = time.perf_counter() - began
            self.worked[item.nodeid] = time.process_time() - worked
        watched.stop()
        data = watched.get_data()
        self.through = {
            str(Path(file).relative_to(self.root)): data.contexts_by_lineno(file)
            for file in data.measured_files()
        }
        print(f"{len(items)} tests in {sum(self.took.values()):.0f} s; fail: {self.unsound}", flush=True)

    def _check_forks(self) -> None:
        """Leave out each test that fails in a fork without a mistake: with one it would prove nothing."""
        checked: set[str] = set()
        firsts = {mutant.file: mutant for mutant in reversed(self.mutants)}
        for file, mutant in firsts.items():
            every = range(1, max(self.through.get(file, [1])) + 1)
            tests = [test for test in self._tests(replace(mutant, lines=every)) if test not in checked]
            while tests and (found := self._run_in_fork(None, tests)) != (SURVIVED, tests[-1]):
                if found[0] == FAULT or len(self.unsound) > MAX_UNSOUND:
                    raise AssertionError(f"without a mistake a fork ends with {found}")
                print(f"leaves something behind, and is not asked: {found[1]}", flush=True)
                self.unsound.append(found[1])
                tests.remove(found[1])
            checked.update(tests)

    # One mutant

    def _try_mutant(self, mutant: Mutant) -> None:
        tests = self._tests(mutant)
        began = time.perf_counter()
        ended, by = self._run_in_fork(mutant, tests) if tests else (SURVIVED, "")
        if ended == CAUGHT:
            self.caught[mutant.key] = by
            self.noticed[mutant.file, by] += 1
            return
        if ended == FAULT:
            self.faults.append(mutant.key)
        print(
            f"{'FAULT' if ended == FAULT else 'survives'} {time.perf_counter() - began:4.0f} s"
            f" {len(tests):4} tests  line {mutant.lines.start}: {mutant.key}",
            flush=True,
        )

    def _tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that run through it: first those that noticed others there, then the fastest."""
        lines = self.through.get(mutant.file, {})
        known = set(self._tests_through_lines(lines, mutant.lines))
        if mutant.at_import:  # a constant of the module: a test that runs any line of it may notice
            known |= set(self._tests_through_lines(lines, lines)) | self._tests_importing(mutant.file)
        order = sorted(
            known - set(self.unsound),
            key=lambda test: (-self.noticed[mutant.file, test], self.worked[test]),
        )
        chosen, left = [], self.most_seconds
        for test in order:
            if left > 0:
                chosen.append(test)
            left -= self.worked[test]
        return chosen

    def _tests_importing(self, file: str) -> set[str]:
        """Return the tests whose file imports that module, or its package, which may hand its constants on.

        They may use one and run no line of the module.
        """
        name = module_name(file)
        package = name.rpartition(".")[0]
        named = [sys.modules.get(one) for one in (name, package) if "." in one]
        return {
            test
            for test, item in self.items.items()
            if any(value is one for value in vars(getattr(item, "module", self)).values() for one in named)
        }

    @staticmethod
    def _tests_through_lines(lines: dict[int, list[str]], wanted: Iterable[int]) -> dict[str, None]:
        by_test: dict[str, None] = {}
        for line in wanted:
            by_test.update(dict.fromkeys(lines.get(line, ())))
        by_test.pop("", None)
        return by_test

    def _run_in_fork(self, mutant: Mutant | None, tests: list[str]) -> tuple[int, str]:
        close_databases()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            ended = FAULT
            with contextlib.suppress(BaseException):
                ended = self._run_child(mutant, tests, writing)
            os._exit(ended)
        os.close(writing)
        with os.fdopen(reading) as names:
            at = names.read().splitlines()
        _pid, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return CAUGHT, at[-1] if at else ""  # it hung
        return os.WEXITSTATUS(status), at[-1] if at else ""

    def _run_child(self, mutant: Mutant | None, tests: list[str], names: int) -> int:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        use_database_copy()
        try:
            if mutant is not None:
                plant(mutant, self.root, self.living)
            for known in query_caches():
                known.clear()
        except LookupError:
            return FAULT
        except Exception:
            return CAUGHT  # the module cannot even be read
        for ends_it in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(ends_it, signal.SIG_DFL)
        items = [self.items[test] for test in tests]
        for item, following in zip(items, [*items[1:], OnlySession(items[0].session)], strict=True):
            os.write(names, f"{item.nodeid}\n".encode())
            signal.setitimer(signal.ITIMER_PROF, MIN_SECONDS + SLOW_FACTOR * self.worked[item.nodeid])
            signal.setitimer(signal.ITIMER_REAL, MAX_WAIT + SLOW_FACTOR * self.took[item.nodeid])
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                return CAUGHT
        return SURVIVED


def close_databases() -> None:
    """Close all connections: SQLite allows none to be used in two processes."""
    if settings.configured:
        connections.close_all()


def use_database_copy() -> None:
    """Give this process a copy of the database, so that a test that is killed leaves nothing behind."""
    if not settings.configured:
        return
    database = connections["default"].settings_dict
    name = Path(str(database["NAME"]))
    if not name.exists():
        return
    own = name.with_name("mutant.sqlite3")
    for leftover in name.parent.glob("mutant.sqlite3*"):
        leftover.unlink()
    shutil.copyfile(name, own)
    wal = name.with_name(name.name + "-wal")
    if wal.exists():
        shutil.copyfile(wal, own.with_name(own.name + "-wal"))
    database["NAME"] = str(own)


def run(root: Path, mutants: Sequence[Mutant], tests: Sequence[str], most_seconds: float) -> Runner:
    """Try each of `mutants` with tests that work `most_seconds`; the runner has those that were caught."""
    runner = Runner(root, mutants, most_seconds)
    options = [
        "-q",
        "-s",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "--hypothesis-seed=0",
        "--no-header",
    ]
    ended = pytest.main([*options, *tests], plugins=[runner])
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) or not runner.took:
        sys.exit(f"The tests did not run (pytest ended with {ended}).")
    return runner
