"""Install an update step by step: copies of everything, the new program beside this one, a trial, the change.

Until the last step nothing is changed: the running program goes on, and unfinished work is cleared away. The
change itself is made by start.py (`config/versions.py`), between two programs.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction

from config import versions
from scoring import DomainError
from tournaments.common import audit_log
from tournaments.laptop.update.bundles import Bundle, applied_migrations, migrations_among, unpack
from tournaments.models import Line, Tournament
from tournaments.models.tournament import locked
from tournaments.system import disk
from tournaments.transfer import copies

STEPS = ("copies", "unpack", "trial", "change")
# seconds that a slow laptop may take to install the libraries and migrate a database
INSTALLED = 1200.0
ROOM = 300_000_000
PAGES = ("/", "/sign-in/", "/table/")


class Work:
    """An update in progress; the page reads its progress."""

    def __init__(self, bundle: Bundle, home: Path, end: Callable[[], None]) -> None:
        self.bundle, self.home, self.end = bundle, home, end
        self.step, self.refusal = STEPS[0], None  # type: tuple[str, DomainError | None]
        self.folder = versions.folder_of(home, bundle.name)
        self.unpacked = 0
        self.thread = threading.Thread(target=self._run, name="update", daemon=True)

    @property
    def runs(self) -> bool:
        """Return whether it goes on, the end of this program included."""
        return self.refusal is None

    def _run(self) -> None:
        try:
            self._do()
        except DomainError as refusal:
            self._stop(refusal)
        except (OSError, sqlite3.Error) as error:
            full = disk.fault(error, self.home) == disk.FULL
            self._stop(DomainError("update_no_room" if full else "update_stopped", why=str(error)))
        except Exception as error:
            self._stop(DomainError("update_stopped", why=str(error)))
            raise
        finally:
            connection.close()

    def _stop(self, refusal: DomainError) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.refusal = refusal

    def _do(self) -> None:
        clear(self.home)
        self._need_room()
        copy_everything()
        self.step = "unpack"
        shutil.rmtree(self.folder, ignore_errors=True)
        unpack(self.bundle, self.folder, self._report)
        self.step = "trial"
        try_out(self.home, self.bundle.name)
        self.step = "change"
        versions.request_program(self.home, self.bundle.name)
        self.end()

    def _report(self, done: int) -> None:
        self.unpacked = done

    def _need_room(self) -> None:
        database = Path(settings.DATA_DIR) / versions.DATABASE
        needed = {self.home: 3 * self.bundle.size + ROOM, database.parent: 3 * database.stat().st_size}
        for folder, size in needed.items():
            found = disk.disk_of(folder)
            if found and found.free < size:
                raise DomainError("update_no_room", why=f"{size // 1_000_000} MB")


_at_work: list[Work] = []
_lock = threading.Lock()  # without it two clicks would both find no running update, and begin one each


def work() -> Work | None:
    """Return the update in progress, or the last one that failed."""
    return _at_work[0] if _at_work else None


def begin(bundle: Bundle, home: Path, end: Callable[[], None]) -> None:
    """Start an update; `end` ends this program so that the other takes over. Of two clicks one begins it."""
    with _lock:
        if _at_work and _at_work[0].runs:
            return
        _at_work[:] = [Work(bundle, home, end)]
        _at_work[0].thread.start()


def clear(home: Path) -> None:
    """Remove programs that are no longer needed, and leftovers of an earlier trial."""
    for folder in versions.unused_programs(home):
        shutil.rmtree(folder, ignore_errors=True)


def copy_everything() -> None:
    """Write a copy of every live tournament. Raises `OSError` if that fails."""
    for pk in Tournament.objects.filter(live=True).values_list("pk", flat=True):
        copies.keep(pk, reason="update")


# The trial


def try_out(home: Path, program: str) -> None:
    """Start a program on a copy of the database, hidden from users, and request pages from it.

    Raises `DomainError`, with the end of its output, if it does not come up or does not answer.
    """
    data = Path(settings.DATA_DIR)
    with tempfile.TemporaryDirectory(dir=data, prefix="trial-", ignore_cleanup_errors=True) as folder:
        versions.copy_database(data / versions.DATABASE, Path(folder) / versions.DATABASE)
        _started(home, program, Path(folder))


def _started(home: Path, program: str, data: Path) -> None:
    left_out = ("COPIES_DIR", "CHEVILLE_PORT", "VIRTUAL_ENV", "DJANGO_SETTINGS_MODULE")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    environment |= versions.environment(home, program)
    environment |= {"CHEVILLE_DATA": str(data), versions.TRIAL: "1", "PYTHONUNBUFFERED": "1"}
    python, start = os.environ.get(versions.PYTHON, ""), str(versions.folder_of(home, program) / "start.py")
    said = data / "said.txt"
    with said.open("wb") as output:
        child = subprocess.Popen(
            [python, start, "--host", "127.0.0.1", "--port", "0"],
            env=environment | {versions.PYTHON: python, "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            _ask(_address(child, said))
        finally:
            versions.end(child)


def _address(child: "subprocess.Popen[bytes]", said: Path) -> str:
    """Wait until the program prints its address, and return it."""
    latest = time.monotonic() + INSTALLED
    while time.monotonic() < latest:
        ended = child.poll() is not None
        text = said.read_text(encoding="utf-8", errors="replace")
        if found := re.search(r"http://localhost:(\d+)/", text):
            return f"http://127.0.0.1:{found[1]}"
        if ended:
            raise DomainError("update_does_not_start", why=" ".join(text.split())[-300:])
        time.sleep(0.2)
    raise DomainError("update_does_not_start", why="")


def _ask(address: str) -> None:
    """Request pages of the program, and one of every tournament."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    slugs = Tournament.objects.filter(live=True, visibility="public").values_list("slug", flat=True)
    for page in (*PAGES, *(f"/t/{slug}/" for slug in slugs)):
        try:
            direct.open(address + page, timeout=60).close()
        except urllib.error.HTTPError as error:
            if error.code >= 500:
                raise DomainError("update_does_not_start", why=f"{page}: {error.code}") from error
        except OSError as error:
            raise DomainError("update_does_not_start", why=f"{page}: {error}") from error


# The way back


def way_back(home: Path) -> str | None:
    """Return the program that ran before, "" for this folder's own; None if there is none to go back to."""
    before = versions.state(home).get("before")
    if before is None or not (versions.folder_of(home, before) / "start.py").exists():
        return None
    return str(before)


def needs_old_database(home: Path, before: str) -> bool:
    """Return whether the program before cannot read the database in its present state."""
    folder = versions.folder_of(home, before)
    files = {path.relative_to(folder).as_posix() for path in (folder / "tournaments/migrations").glob("*.py")}
    return bool(applied_migrations() - migrations_among(files))


def entered_since(home: Path) -> int | None:
    """Return how many results the old database lacks; None if it need not be restored."""
    before = way_back(home)
    if before is None or not needs_old_database(home, before):
        return None
    kept = Path(versions.state(home).get("kept", ""))
    with closing(sqlite3.connect(f"{kept.absolute().as_uri()}?mode=ro", uri=True)) as old:
        count = int(old.execute("SELECT COUNT(*) FROM tournaments_line").fetchone()[0])
    return max(0, Line.objects.count() - count)


def go_back(home: Path, end: Callable[[], None]) -> None:
    """Let the program before take over; with its database if it cannot read this one, which is kept.

    Raises `DomainError` if there is none.
    """
    before = way_back(home)
    if before is None:
        raise DomainError("update_no_way_back")
    kept = versions.state(home).get("kept", "") if needs_old_database(home, before) else ""
    if kept and not Path(kept).exists():
        raise DomainError("update_no_way_back")
    copy_everything()
    versions.request_program(home, before, database=kept, back=True)
    end()


def tell(news: Mapping[str, str]) -> None:
    """Record the outcome of an update in the audit log of every tournament."""
    if not news.get("code"):
        return
    for tournament in Tournament.objects.filter(live=True):
        with transaction.atomic(), locked(tournament) as current:
            said = {"from": news.get("from", ""), "text": news.get("to", "")}
            audit_log.record(current, str(news["code"]), said, by=None)
