"""Detect writes where the program must not write."""

import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SKIPPED_FOLDERS = {".git", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGE_EVENTS = (
    "os.mkdir",
    "os.rename",
    "os.remove",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.chmod",
)


def listing(*folders: Path, but: Path) -> dict[str, tuple[int, int]]:
    """Return every file below these folders, except those of one, with its size and its time of change."""
    found = {}
    for folder in folders:
        for place, below, files in os.walk(folder):
            below[:] = [name for name in below if name not in SKIPPED_FOLDERS and Path(place, name) != but]
            for name in files:
                path = Path(place, name)
                if not name.endswith(".pyc"):
                    about = path.lstat()
                    found[str(path)] = (about.st_size, about.st_mtime_ns)
    return found


class Watch:
    """Every file that Python opens to write, and every name that it makes, moves or deletes."""

    def __init__(self, *allowed: Path) -> None:
        self.allowed = tuple(str(path.resolve()) for path in allowed)
        self.seen: list[str] = []
        self.on = False
        sys.addaudithook(self._audit)  # permanent: Python cannot remove a hook

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on or not (event == "open" or event in CHANGE_EVENTS):
            return
        if event == "open" and not (isinstance(args[2], int) and args[2] & WRITE_FLAGS):
            return
        for path in args[: 2 if event in ("os.rename", "os.link", "os.symlink") else 1]:
            if isinstance(path, str | bytes | os.PathLike):
                self._note(event, os.fsdecode(path))

    def _note(self, event: str, path: str) -> None:
        whole = os.path.realpath(path)
        inside = any(whole == folder or whole.startswith(folder + os.sep) for folder in self.allowed)
        if not inside and not whole.endswith(".pyc") and "__pycache__" not in whole and whole != os.devnull:
            self.seen.append(f"{event} {whole}")
