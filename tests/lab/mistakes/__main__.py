"""Report whether the tests notice deliberate mistakes: `python -m tests.lab.mistakes [--only NAME]`.

Each is planted alone in a copy of the project, and its tests run. Caught: a test fails that passes without
the mistake. Exits with 1 where one is missed, or can no longer be planted.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.lab.mistakes import MISTAKES, Mistake
from tests.lab.source import changed_source

ROOT = Path(__file__).resolve().parents[3]
IGNORED_FILES = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "*.pyc")
MIGRATED_DATABASE = "migrated.sqlite3"  # as in tests/databases.py
RUN_TIMEOUT, FILE_TIMEOUT = 600, 30  # seconds for a run, and for each of its files or tests
FAILURE_LINE = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class CannotBePlanted(Exception):
    """Raised where the text of a mistake does not occur once in its place, or none of its tests exists."""


class Copy:
    """A copy of the project in which one mistake at a time is planted."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.root = folder / "tree"
        shutil.copytree(tree, self.root, ignore=IGNORED_FILES, symlinks=True)
        self._run, self._migrated = folder / "run", folder / MIGRATED_DATABASE
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        database = {"DATABASE_URL": f"sqlite:///{self._migrated}", "CHEVILLE_DATA": str(folder / "data")}
        subprocess.run(migrate, cwd=self.root, env={**os.environ, **database}, check=True)

    def failing(self, mistake: Mistake) -> str | None:
        """Return the test that notices the mistake, or None. Raises `CannotBePlanted`."""
        try:
            path, wrong = changed_source(self.root, mistake.place, mistake.before, mistake.after)
        except LookupError as missing:
            raise CannotBePlanted(str(missing)) from missing
        right = path.read_text(encoding="utf-8")
        tests = [test for test in mistake.tests if (self.root / test.partition("::")[0]).exists()]
        if not tests:
            raise CannotBePlanted("none of its tests exists")
        path.write_text(wrong, encoding="utf-8")
        try:
            failed = self._first_failure(tests)
        finally:
            path.write_text(right, encoding="utf-8")
        return failed

    def unsound(self, tests: Sequence[str]) -> set[str]:
        """Return those of `tests` that fail without any mistake as well: they prove nothing."""
        found: set[str] = set()
        while left := sorted(set(tests) - found):
            failed = self._first_failure(left)
            if failed is None:
                return found
            if failed not in left:  # a file that cannot be collected, a run that hangs
                return set(tests)
            found.add(failed)
        return found

    def _first_failure(self, tests: Sequence[str]) -> str | None:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", *tests]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # a file changes twice within a second
        self._run.mkdir(exist_ok=True)
        shutil.copy(self._migrated, self._run)  # migrating takes a third of a short run
        environment["CHEVILLE_TEST_RUN"] = str(self._run)
        try:
            ended = subprocess.run(
                command, cwd=self.root, env=environment, capture_output=True, text=True,
                timeout=RUN_TIMEOUT + FILE_TIMEOUT * len(tests),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return tests[0]  # it hangs, which is noticed
        finally:
            shutil.rmtree(self._run, ignore_errors=True)
        if ended.returncode == 0:
            return None
        found = FAILURE_LINE.search(ended.stdout)
        return found[1] if found else tests[0]  # not even collected


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="names, separated by commas")
    parser.add_argument("--tree", type=Path, default=ROOT, help="another state of the project, to compare")
    arguments = parser.parse_args()
    wanted = [name for name in arguments.only.split(",") if name]
    unknown = set(wanted) - {mistake.name for mistake in MISTAKES}
    if unknown:
        raise SystemExit(f"No mistake is called {', '.join(sorted(unknown))}.")
    chosen = [mistake for mistake in MISTAKES if not wanted or mistake.name in wanted]
    caught: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="cheville-mistakes-") as folder:
        copy = Copy(arguments.tree.resolve(), Path(folder))
        for mistake in chosen:
            began = time.perf_counter()
            try:
                by = copy.failing(mistake)
                text = f"caught  by {by}" if by else "MISSED"
                if by:
                    caught[mistake.name] = by
            except CannotBePlanted as cannot:
                text = f"CANNOT BE PLANTED: {cannot}"
            print(f"{mistake.name:45} {time.perf_counter() - began:5.0f} s  {text}", flush=True)
        unsound = copy.unsound(sorted(set(caught.values())))
    for name in [name for name, by in caught.items() if by in unsound]:
        print(f"{name:45} MISSED: {caught.pop(name)} fails without it as well")
    print(f"{len(caught)} of {len(chosen)} mistakes are caught.")
    if len(caught) < len(chosen):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
