"""A copy as a file: compressed JSON with its version, and a checksum against incomplete files."""

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

from scoring import DomainError
from tournaments import devices
from tournaments.common import sanitize
from tournaments.transfer.copies.rows import Rows
from tournaments.transfer.copies.validation import checked_rows

VERSION = 2
"""Version 2 has the hash of the fingerprint of a device's token, version 1 the fingerprint itself."""
NAME, SUFFIX = "cheville", ".cheville"
MAX_UNPACKED_SIZE = 50_000_000  # the most it may unpack to: ten times the largest championship
MAX_CONTAINERS = 2_500_000
"""The most lists and objects in it, twice as many as in a copy of that size: an empty one takes 60 bytes."""
CHUNK = 1_000_000


@dataclass(frozen=True)
class Copy:
    """A copy that was read: its description, its rows, and the addresses of its laptop for tablets."""

    uid: UUID
    name: str
    date: date
    epoch: int
    version: int
    rows: Rows
    reached: tuple[str, ...] = ()

    def count(self, part: str) -> int:
        """Return how many rows it has of a table."""
        return len(self.rows["parts"].get(part, {"rows": []})["rows"])


def seal_copy(rows: Rows) -> bytes:
    """Return the bytes of a copy. The same rows give the same bytes."""
    return sealed(NAME, VERSION, rows)


def sealed(name: str, version: int, rows: dict[str, Any]) -> bytes:
    """Return plain data as a file that names its kind by `name`, with its version and a checksum."""
    content = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    whole = {name: version, "sha256": _sha(content), "content": content}
    return gzip.compress(json.dumps(whole, ensure_ascii=False).encode(), mtime=0)


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def seal_of(copy: Copy) -> str:
    """Return a checksum that identifies a copy."""
    return _sha(json.dumps(copy.rows))


def open_copy(content: bytes) -> Copy:
    """Read a copy, every row of it.

    Raises `DomainError` (`copy_unreadable`, `copy_is_newer`, `copy_part_…`).
    """
    version, rows = unsealed(content, NAME, VERSION)
    rows = checked_rows(without_seal_keys(rows) if version < VERSION else rows)
    described = rows["tournament"]
    return Copy(
        uid=UUID(described["uid"]),
        name=described["name"],
        date=date.fromisoformat(described["date"]),
        epoch=rows["epoch"],
        version=described["version"],
        rows=rows,
        reached=tuple(rows["reached"]),
    )


def unsealed(content: bytes, name: str, newest: int) -> tuple[int, dict[str, Any]]:
    """Return the version and the data of such a file. Raises `DomainError`.

    The codes are `copy_unreadable` and `copy_is_newer`.
    """
    whole = _parse_object(_decompress(content))
    version = whole.get(name)
    if type(version) is not int:
        raise DomainError("copy_unreadable")
    if version > newest:
        raise DomainError("copy_is_newer")
    text = whole.get("content")
    if not isinstance(text, str) or not sanitize.is_storable(text) or _sha(text) != whole.get("sha256"):
        raise DomainError("copy_unreadable")
    for sign in sanitize.NO_CHARACTERS:  # earlier versions accepted them
        text = text.replace(sign, "")
    return version, _parse_object(text)


def _parse_object(text: str | bytes) -> dict[str, Any]:
    opening: Any = ("[", "{") if isinstance(text, str) else (b"[", b"{")
    if sum(map(text.count, opening)) > MAX_CONTAINERS:
        raise DomainError("copy_unreadable")
    try:
        read = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise DomainError("copy_unreadable") from None
    if not isinstance(read, dict):
        raise DomainError("copy_unreadable")
    return read


def _refuse_constant(text: str) -> Any:
    raise ValueError(text)


def without_seal_keys(rows: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of version 1 without the keys of seals that it carries."""
    try:
        part = rows["parts"]["Device"]
        token, earlier = part["fields"].index("token_hash"), part["fields"].index("earlier_tokens")
        for row in part["rows"]:
            row[token] = devices.fingerprint(row[token])
            row[earlier] = [devices.fingerprint(one) for one in row[earlier]]
    except (LookupError, TypeError, ValueError, AttributeError):
        raise DomainError("copy_part_broken", part="Device", row="–") from None
    return rows


def _decompress(content: bytes) -> bytes:
    unfolding = zlib.decompressobj(wbits=31)
    try:
        unfolded = unfolding.decompress(content, MAX_UNPACKED_SIZE)
    except zlib.error:
        raise DomainError("copy_unreadable") from None
    if not unfolding.eof:
        raise DomainError("copy_unreadable")
    return unfolded


def unpacked_size(content: bytes, most: int) -> int:
    """Return the unpacked size of compressed bytes, counted until it exceeds `most`.

    Raises `DomainError` (`copy_unreadable`).
    """
    unfolding, size = zlib.decompressobj(wbits=31), 0
    try:
        while content and size <= most:
            size += len(unfolding.decompress(content, CHUNK))
            content = unfolding.unconsumed_tail
    except zlib.error:
        raise DomainError("copy_unreadable") from None
    return size


NAME_NUMBERS = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,9})-(\d{1,9})\Z")

Life = tuple[int, int]  # epoch and version: the higher the newer


def files_in(folder: Path, suffix: str) -> list[Path]:
    """Return the files of a folder that end so, in order; none of a key that was pulled out."""
    with suppress(OSError):
        return sorted(folder.glob(f"*{suffix}"))
    return []


def find_copies(folders: Iterable[Path]) -> list[list[Path]]:
    """Return the copies of each tournament, the newest first."""
    of: dict[str, list[tuple[Life, Path]]] = {}
    for folder in folders:
        for path in files_in(folder, SUFFIX):
            if found := _uid_and_life(path):
                uid, life = found
                of.setdefault(uid, []).append((life, path))
    return [[path for _life, path in sorted(found, reverse=True)] for found in of.values()]


def _uid_and_life(path: Path) -> tuple[str, Life] | None:
    """Return the uid and the life that the name of a copy gives; a renamed copy is opened."""
    if named := NAME_NUMBERS.search(path.stem):
        return named[1], (int(named[2]), int(named[3]))
    copy = first_readable([path])
    return (str(copy[1].uid), (copy[1].epoch, copy[1].version)) if copy else None


def first_readable(paths: Iterable[Path]) -> tuple[Path, Copy] | None:
    """Return the first of these copies that can be read."""
    for path in paths:
        with suppress(OSError, DomainError):
            return path, open_copy(path.read_bytes())
    return None
