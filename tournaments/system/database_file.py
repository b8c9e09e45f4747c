"""The file of a SQLite database."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote


def url_of(path: str | os.PathLike[str]) -> str:
    """Return the `DATABASE_URL` of a file; names of folders may have signs that end a path in a URL."""
    return f"sqlite:///{quote(str(path))}"


def open_existing(path: Path, mode: str = "ro") -> "closing[sqlite3.Connection]":
    """Connect to an existing file, with a short wait: another Cheville that writes shows it is in use."""
    return closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=1))


def copy_database(source: Path, path: Path) -> None:
    """Copy a database with its journal, whole or not at all. Raises `OSError`, `sqlite3.Error`."""
    part = path.with_suffix(".part")
    try:
        with closing(sqlite3.connect(source)) as now, closing(sqlite3.connect(part)) as copy:
            now.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, beside which a reader leaves no others
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, path)
    except (OSError, sqlite3.Error):
        part.unlink(missing_ok=True)
        raise
