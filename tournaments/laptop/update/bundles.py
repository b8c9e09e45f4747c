"""Bundles from users: find, read and unpack them. None is trusted."""

import hashlib
import json
import os
import re
import stat
import string
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config import versions
from scoring import DomainError

TOP = "Cheville"
MAX_FILES, MAX_BYTES, MAX_MANIFEST_SIZE = 20_000, 3_000_000_000, 8_000_000
SHOWN = 12
NAME = re.compile(r"[A-Za-z0-9_+@~!-][A-Za-z0-9_.+@~! -]*(?<![. ])|\.[A-Za-z0-9_-]+")
OF_WINDOWS = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.I)
NEEDED = {"start.py", "manage.py", "pyproject.toml", "requirements.txt", "config/versions.py"}
SLICE = 1_000_000


@dataclass(frozen=True)
class Bundle:
    """The manifest of a bundle: version, when it was made, and size and SHA-256 of every file."""

    path: Path
    version: str
    made: str
    files: dict[str, tuple[int, str]]

    @property
    def name(self) -> str:
        """Return the name of its folder in `versions/`."""
        return f"{self.version}-{re.sub('[^0-9]', '', self.made)[:14]}"

    @property
    def size(self) -> int:
        """Return how many bytes it takes unpacked."""
        return sum(size for size, _seal in self.files.values())

    @property
    def made_at(self) -> datetime:
        return datetime.fromisoformat(self.made)


def chosen_file() -> Path:
    """Return the path of a bundle that was uploaded on the page or fetched."""
    return Path(settings.DATA_DIR) / "update" / "Cheville.zip"


# Finding


def available_bundles(home: Path) -> list[Path]:
    """Return files that may be bundles, the newest first: beside this folder, in downloads, on USB keys."""
    found = {path for folder in _folders(home) for path in _in(folder)}
    if chosen_file().exists():
        found.add(chosen_file())
    return sorted(found, key=_written, reverse=True)[:SHOWN]


def _folders(home: Path) -> Iterator[Path]:
    yield from (home, home.parent)
    yield from (Path.home() / name for name in ("Downloads", "Téléchargements", "Desktop", "Bureau"))
    if settings.COPIES_DIR:
        yield Path(settings.COPIES_DIR)
    if sys.platform == "win32":
        yield from (Path(f"{letter}:\\") for letter in string.ascii_uppercase[3:])
        return
    for place in ("/media", "/run/media", "/mnt", "/Volumes"):
        yield from _folders_in(Path(place), 2)


def _folders_in(folder: Path, depth: int) -> Iterator[Path]:
    try:
        inside = [one for one in folder.iterdir() if one.is_dir()] if depth else []
    except OSError:
        return
    for one in inside:
        yield one
        yield from _folders_in(one, depth - 1)


def _in(folder: Path) -> list[Path]:
    try:
        return [path.resolve() for path in folder.glob("*.zip") if "cheville" in path.name.lower()]
    except OSError:
        return []


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


# Reading


def read_bundle(path: Path, home: Path) -> Bundle:
    """Read a bundle that is newer than the running program and compatible with the database.

    Raises `DomainError` if it is none, is not whole, has unexpected files, or is not newer.
    """
    bundle = _open_bundle(path)
    running = versions.number(versions.folder_of(home, versions.state(home).get("program", "")))
    if versions.order((bundle.version, bundle.made)) <= versions.order(running):
        raise DomainError("update_not_newer", version=bundle.version, running=running[0])
    if backward := applied_migrations() - migrations_among(set(bundle.files)):
        raise DomainError("update_backward", what=sorted(backward)[0])
    return bundle


def _open_bundle(path: Path) -> Bundle:
    try:
        with zipfile.ZipFile(path) as packed:
            entries = packed.infolist()
            listed = _list(packed)
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise DomainError("update_unreadable", file=path.name) from error
    names = _names(entries)
    bundle = parse_manifest(path, listed)
    if names != {*bundle.files, versions.MANIFEST} or not bundle.files.keys() >= NEEDED:
        raise DomainError("update_incomplete", file=path.name)
    if bundle.size > MAX_BYTES or any(info.file_size > MAX_BYTES for info in entries):
        raise DomainError("update_too_big", file=path.name)
    return bundle


def _list(packed: zipfile.ZipFile) -> Any:
    """Read the manifest of the bundle."""
    try:
        info = packed.getinfo(f"{TOP}/{versions.MANIFEST}")
    except KeyError:
        raise DomainError("update_no_list") from None
    if info.file_size > MAX_MANIFEST_SIZE:
        raise DomainError("update_no_list")
    with packed.open(info) as file:
        try:
            return json.loads(file.read(MAX_MANIFEST_SIZE))
        except (ValueError, RecursionError):
            raise DomainError("update_no_list") from None


def _names(entries: list[zipfile.ZipInfo]) -> set[str]:
    """Return the names inside the top folder. Raises `DomainError` for one that could lead elsewhere."""
    if len(entries) > MAX_FILES:
        raise DomainError("update_too_big", file="")
    names = set()
    for info in entries:
        top, *parts = info.filename.split("/")
        kind = stat.S_IFMT(info.external_attr >> 16)
        safe = all(NAME.fullmatch(part) and not OF_WINDOWS.fullmatch(part) for part in parts)
        if top != TOP or not parts or not safe or kind not in (0, stat.S_IFREG) or info.flag_bits & 1:
            raise DomainError("update_unsafe", file=info.filename[:80])
        names.add("/".join(parts))
    # one file twice, also if case is ignored
    if len({name.lower() for name in names}) != len(entries):
        raise DomainError("update_unsafe", file="")
    return names


def parse_manifest(path: Path, listed: Any) -> Bundle:
    """Parse the manifest of a bundle, field by field."""
    try:
        files = {str(name): (int(size), str(seal)) for name, (size, seal) in listed["files"].items()}
        version, made = str(listed["version"]), str(listed["made"])
        known = listed["cheville_bundle"] == 1 and re.fullmatch(r"\d{1,4}(\.\d{1,4}){1,3}", version)
        dated = datetime.fromisoformat(made).tzinfo is not None
        sizes = all(size >= 0 for size, _seal in files.values())
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError):
        raise DomainError("update_no_list") from None
    if not (known and dated and sizes):
        raise DomainError("update_no_list")
    return Bundle(path, version, made, files)


def applied_migrations() -> set[str]:
    """Return the migrations of ours that this database has had."""
    applied = MigrationRecorder(connection).applied_migrations()
    return {name for app, name in applied if app == "tournaments"}


def migrations_among(files: set[str]) -> set[str]:
    """Return the migrations of ours among the files of a program."""
    paths = (PurePosixPath(name) for name in files)
    return {path.stem for path in paths if path.match("tournaments/migrations/[0-9]*.py")}


# Unpacking


def unpack(bundle: Bundle, folder: Path, report: Callable[[int], None]) -> None:
    """Write the program into a folder that nothing runs from yet, each file checked by its SHA-256.

    Raises `DomainError` if a file is damaged, `OSError` if the disk is full or the key was pulled
    out; files already written stay, to be cleared.
    """
    done = 0
    with zipfile.ZipFile(bundle.path) as packed:
        for name, (size, seal) in bundle.files.items():
            try:
                _unpack_one(packed, name, size, seal, folder)
            except (zipfile.BadZipFile, EOFError, KeyError, ValueError, zlib.error) as error:
                raise DomainError("update_damaged", file=name) from error
            done += size
            report(done)
        with packed.open(f"{TOP}/{versions.MANIFEST}") as listed:  # the folder's version is read from it
            (folder / versions.MANIFEST).write_bytes(listed.read(MAX_MANIFEST_SIZE))
    if hasattr(os, "sync"):
        os.sync()


def _unpack_one(packed: zipfile.ZipFile, name: str, size: int, seal: str, folder: Path) -> None:
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    info = packed.getinfo(f"{TOP}/{name}")
    digest, left = hashlib.sha256(), size
    with packed.open(info) as source, target.open("wb") as file:
        while piece := source.read(min(SLICE, left + 1)):
            left -= len(piece)
            if left < 0:  # more than declared: compressed zeros that would fill the disk end here
                break
            digest.update(piece)
            file.write(piece)
    if left or digest.hexdigest() != seal:
        raise DomainError("update_damaged", file=name)
    if (info.external_attr >> 16) & stat.S_IXUSR:
        target.chmod(0o755)
