"""Copies made by an attacker who knows what a checksum is."""

import gzip
import hashlib
import json

from tournaments.models import Tournament
from tournaments.transfer import copies
from tournaments.transfer.copies import file


def packed(tournament) -> dict:
    return json.loads(json.dumps(copies.pack(tournament)))


def sealed(packed: dict, version: int = file.VERSION) -> bytes:
    """Return a copy with a valid checksum around any content."""
    content = packed if isinstance(packed, str) else json.dumps(packed)
    whole = {
        "cheville": version,
        "sha256": hashlib.sha256(content.encode(errors="surrogatepass")).hexdigest(),
        "content": content,
    }
    return gzip.compress(json.dumps(whole).encode(), mtime=0)


def restored(content: bytes, by=None) -> Tournament:
    return copies.restore(copies.open_copy(content), by=by)


def column(packed: dict, part: str, name: str, value, at: int = 0) -> None:
    there = packed["parts"][part]
    there["rows"][at][there["fields"].index(name)] = value


def both_sides(takes, longest):
    """Return whether text is accepted up to that length and no further."""
    return takes("É" * longest) and not takes("É" * (longest + 1))
