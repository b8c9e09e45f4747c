"""Time a run of the tests: the ten longest files, and the total of each folder."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

MIN_TESTS = 200  # tests; a run of one file needs no table
SLOWEST_COUNT = 10  # files


class Timing:
    """Adds up set-up, call and tear-down of every test, of all workers."""

    def __init__(self, tests: Path) -> None:
        """Take the folder that the paths of the reports are relative to."""
        self._tests = tests.name
        self._seconds: Counter[str] = Counter()
        self._count: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time of one of the three parts of a test."""
        path = report.nodeid.partition("::")[0]
        self._seconds[path] += report.duration
        self._count[path] += report.when == "call"

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the table below the last line of dots."""
        if self._count.total() < MIN_TESTS:
            return
        folders: Counter[str] = Counter()
        tests: Counter[str] = Counter()
        for path, seconds in self._seconds.items():
            folders[self._folder(path)] += seconds
            tests[self._folder(path)] += self._count[path]
        terminalreporter.section(f"{self._seconds.total():.0f} s of tests, by folder")
        for folder, seconds in folders.most_common():
            terminalreporter.write_line(f"{seconds:7.1f} s {tests[folder]:6} tests  {folder}")
        terminalreporter.section("the longest files")
        for path, seconds in self._seconds.most_common(SLOWEST_COUNT):
            terminalreporter.write_line(f"{seconds:7.1f} s {self._count[path]:6} tests  {path}")

    def _folder(self, path: str) -> str:
        parts = Path(path).parts
        return parts[1] if parts[0] == self._tests and len(parts) > 2 else self._tests
