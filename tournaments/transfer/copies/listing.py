"""List the copies in a folder, without a database."""

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from scoring import DomainError
from tournaments.transfer.copies.file import SUFFIX, Copy, open_copy

NUMBERS = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,9})-(\d{1,9})\Z")

Life = tuple[int, int]  # epoch and version: the higher the newer


def lying_in(folders: Iterable[Path]) -> list[list[Path]]:
    """Return the copies of each tournament, the newest first."""
    of: dict[str, list[tuple[Life, Path]]] = {}
    for folder in folders:
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            if found := _numbers(path):
                uid, life = found
                of.setdefault(uid, []).append((life, path))
    return [[path for _life, path in sorted(found, reverse=True)] for found in of.values()]


def _numbers(path: Path) -> tuple[str, Life] | None:
    """Return the uid and the life that the name of a copy gives; a renamed copy is opened."""
    if named := NUMBERS.search(path.stem):
        return named[1], (int(named[2]), int(named[3]))
    copy = readable([path])
    return (str(copy[1].uid), (copy[1].epoch, copy[1].version)) if copy else None


def readable(paths: Iterable[Path]) -> tuple[Path, Copy] | None:
    """Return the first of these copies that can be read."""
    for path in paths:
        with suppress(OSError, DomainError):
            return path, open_copy(path.read_bytes())
    return None
