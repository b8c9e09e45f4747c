"""A copy as a file: compressed JSON with its version, and a seal against half a file."""

import gzip
import hashlib
import json
import zlib
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_date

from scoring import Refusal
from tournaments.copies.rows import Rows

VERSION = 1
SUFFIX = ".cheville"
LARGEST = 200_000_000  # what it may unfold to: ten times the largest championship
CHUNK = 1_000_000


@dataclass(frozen=True)
class Copy:
    """A copy that was read: what it says of itself, its rows, and where tablets knew its laptop."""

    uid: UUID
    name: str
    date: date
    epoch: int
    version: int
    rows: Rows
    reached: tuple[str, ...] = ()

    def count(self, part: str) -> int:
        """How many rows it has of a table."""
        return len(self.rows["parts"].get(part, {"rows": []})["rows"])


def seal_copy(rows: Rows) -> bytes:
    """The bytes of a copy. The same rows give the same bytes."""
    content = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    whole = {"cheville": VERSION, "sha256": _sha(content), "content": content}
    return gzip.compress(json.dumps(whole, ensure_ascii=False).encode(), mtime=0)


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def seal_of(copy: Copy) -> str:
    """What tells a copy from every other."""
    return _sha(json.dumps(copy.rows, sort_keys=True))


def open_copy(content: bytes) -> Copy:
    """Read a copy. Raises `Refusal` (`copy_unreadable`, `copy_is_newer`)."""
    try:
        whole = json.loads(_unfolded(content))
        version = whole["cheville"]
        if isinstance(version, int) and version > VERSION:
            raise Refusal("copy_is_newer")
        if _sha(whole["content"]) != whole["sha256"]:
            raise Refusal("copy_unreadable")
        return _described(json.loads(whole["content"]))
    except Refusal:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, OSError, RecursionError, zlib.error):
        raise Refusal("copy_unreadable") from None


def _unfolded(content: bytes) -> bytes:
    unfolding = zlib.decompressobj(wbits=31)
    unfolded = unfolding.decompress(content, LARGEST)
    if unfolding.unconsumed_tail or not unfolding.eof:
        raise Refusal("copy_unreadable")
    return unfolded


def _described(rows: dict[str, Any]) -> Copy:
    described = rows["tournament"]
    day = parse_date(described["date"])
    if day is None:
        raise Refusal("copy_unreadable")
    return Copy(
        uid=UUID(described["uid"]),
        name=described["name"],
        date=day,
        epoch=int(rows["epoch"]),
        version=int(described["version"]),
        rows=rows,
        reached=tuple(str(link) for link in rows.get("reached", ())),
    )
