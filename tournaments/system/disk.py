"""The disk of a folder: how much room it has left, and what an error says of it."""

import errno
import os
import shutil
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SCARCE = 500_000_000  # bytes: from here on every page of an organiser says so
NOTHING = 1_000_000  # less is taken for none: a database grows by pages, and its journal with it
FULL, FAILING, READ_ONLY = "full", "failing", "read_only"

# EFBIG: a file may not grow any more, as where a share of a disk has been used up.
ERRNO = dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), FULL) | {
    errno.EROFS: READ_ONLY,
    errno.EIO: FAILING,
}
SQLITE = {
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
    """The disk that a folder is on; None where the folder cannot be reached."""
    try:
        place = Path(folder).resolve(strict=True)
        used = shutil.disk_usage(place)
    except OSError:
        return None
    while not os.path.ismount(place) and place != place.parent:
        place = place.parent
    return Disk(str(place), used.free, used.total)


def is_scarce(folder: str | os.PathLike[str]) -> bool:
    """Whether there is little room left in a folder."""
    try:
        return shutil.disk_usage(folder).free < SCARCE
    except OSError:
        return False


def can_write(folder: str | os.PathLike[str]) -> bool:
    """Whether a small file can be written in `folder`; False also if the disk is full or was removed."""
    probe = Path(folder) / f".write-{os.getpid()}"
    try:
        probe.write_bytes(b"\0" * 4096)
    except OSError:
        return False
    finally:
        with suppress(OSError):  # the disk went meanwhile
            probe.unlink(missing_ok=True)
    return True


def fault(error: BaseException | None, folder: str | os.PathLike[str]) -> str:
    """What an exception says of the disk: `full`, `failing`, `read_only`, or nothing.

    SQLite cannot always tell why it could not write: then the room that is left in `folder` does.
    """
    while error is not None:
        if found := _fault(error):
            disk = disk_of(folder) if found == FAILING else None
            return FULL if disk and disk.free < NOTHING else found
        error = error.__cause__ or error.__context__
    return ""


def _fault(error: BaseException) -> str:
    if isinstance(error, OSError):
        return ERRNO.get(error.errno or 0, "")
    code: Any = getattr(error, "sqlite_errorcode", None)
    return SQLITE.get(code & 0xFF, "") if isinstance(code, int) else ""
