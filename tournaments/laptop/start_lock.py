"""Let one start at a time prepare the data of a laptop, as a user may double-click twice."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

FILE_NAME = "start.lock"
MAX_WAIT = 60  # seconds; the other start may wait for an answer at its terminal


@contextmanager
def held(folder: Path) -> Iterator[bool]:
    """Wait until another start on this data folder serves or has ended, and hold off later ones.

    Yield False where the other one still prepares the data after `MAX_WAIT`.

    The lock is that of an empty SQLite file, which every system releases with the process. Where nothing can
    be written there is none.
    """
    try:
        file = sqlite3.connect(folder / FILE_NAME, timeout=0.5, isolation_level=None)
    except sqlite3.Error:
        yield True
        return
    with closing(file):
        latest = time.monotonic() + MAX_WAIT
        while (taken := _is_taken_by_another(file)) and time.monotonic() < latest:
            continue
        yield not taken


def _is_taken_by_another(file: sqlite3.Connection) -> bool:
    """Take the lock if it is free; return whether it is not."""
    try:
        file.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    return False
