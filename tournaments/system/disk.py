"""The disk of a folder: its free space, files that are written whole, and faults of it behind an error."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

SCARCE = 500_000_000  # bytes: below this every page of an organiser warns
NO_SPACE = 1_000_000  # less counts as none: a database grows by pages, and its journal with it
FULL, FAILING, READ_ONLY = "full", "failing", "read_only"

# EFBIG: a file may not grow any more, as when a quota of a disk has been used up.
FAULT_BY_ERRNO = dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), FULL) | {
    errno.EROFS: READ_ONLY,
    errno.EIO: FAILING,
}
FAULT_BY_SQLITE_CODE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: FAILING,
    sqlite3.SQLITE_CANTOPEN: FAILING,
}


@dataclass(frozen=True)
class Disk:
    """A disk by the folder at which it begins (`/`, `/media/key`, `C:\\`), in bytes."""

    name: str
    free: int
    total: int


def disk_of(folder: str | os.PathLike[str]) -> Disk | None:
    """Return the disk that a folder is on; None if the folder cannot be reached."""
    try:
        place = Path(folder).resolve(strict=True)
        used = shutil.disk_usage(place)
    except OSError:
        return None
    while not os.path.ismount(place) and place != place.parent:
        place = place.parent
    return Disk(str(place), used.free, used.total)


def is_scarce(folder: str | os.PathLike[str]) -> bool:
    """Return whether there is little space left in a folder."""
    try:
        return shutil.disk_usage(folder).free < SCARCE
    except OSError:
        return False


def can_write(folder: str | os.PathLike[str]) -> bool:
    """Return whether a small file can be written in `folder`; False also on a full or removed disk."""
    probe = Path(folder) / f".write-{os.getpid()}"
    try:
        probe.write_bytes(b"\0" * 4096)
    except OSError:
        return False
    finally:
        with suppress(OSError):  # the disk was removed meanwhile
            probe.unlink(missing_ok=True)
    return True


def write_atomically(path: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Write a file so that a crash or a full disk leaves the old one or none, never half of it.

    `mode`: who may read it, from its first byte on.
    """
    partial = path.with_suffix(f".{uuid4().hex[:8]}.part")  # two may write one file at once
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(partial, flags, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError:
        with suppress(OSError):  # the disk was removed meanwhile
            partial.unlink()
        raise


def name_after(names: Iterable[str], form: str, now: datetime) -> str:
    """Return the name of this moment, in a form of `strftime`, that comes after all of `names`.

    The clock may have been put back since they were given.
    """
    for name in names:
        with suppress(ValueError, OverflowError):  # no name of a moment, or the last one of all
            given = datetime.strptime(name, form).replace(tzinfo=now.tzinfo)
            now = max(now, given + timedelta(seconds=1))
    return now.strftime(form)


def fault(error: BaseException | None, folder: str | os.PathLike[str]) -> str:
    """Return the fault of the disk behind an exception: `full`, `failing`, `read_only`, or "".

    SQLite cannot always report why it could not write: then the free space of `folder` decides.
    """
    while error is not None:
        if found := _fault_of_error(error):
            disk = disk_of(folder) if found == FAILING else None
            return FULL if disk and disk.free < NO_SPACE else found
        error = error.__cause__ or error.__context__
    return ""


def _fault_of_error(error: BaseException) -> str:
    if isinstance(error, OSError):
        return FAULT_BY_ERRNO.get(error.errno or 0, "")
    code: Any = getattr(error, "sqlite_errorcode", None)
    return FAULT_BY_SQLITE_CODE.get(code & 0xFF, "") if isinstance(code, int) else ""
