"""The file of a format: JSON. Those that are shipped and those of an organisation are read alike."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scoring import DomainError
from tournaments.formats.stage_rules import REQUIRED_RULES, complete_rules, usual_rules

KIND = "cheville-format"
VERSION = 2
"""Files of version 2 leave out the usual rules (`usual_rules`); those of version 1 contain all rules."""
MAX_BYTES = 64 * 1024
SHIPPED = Path(__file__).with_name("shipped")

FULL_TABLES, PAIRS = "full", "pairs"
TABLES = (FULL_TABLES, PAIRS)
ALL_MEETINGS = "all_meetings"


@dataclass(frozen=True)
class Rehearsal:
    """The declarations of a format for its rehearsals, in which no organiser is asked (`rehearse`).

    - `rules`: the rules that are declared, beside a missed game of 0 points.
    - `odd`: the way with an odd field unless another is chosen; "" for the first of the format's `odd_ways`.
    - `tables`: FULL_TABLES for as many as full tables take, PAIRS for at least one for two people, or "".
    - `rounds`: ALL_MEETINGS for as many as it takes until all have met all, or "".
    """

    rules: dict[str, Any] = field(default_factory=dict)
    odd: str = ""
    tables: str = ""
    rounds: str = ""


@dataclass(frozen=True)
class Format:
    """A shipped format: a template, of which each stage keeps a copy.

    `rules` are those that are not `usual_rules`; `asks` the fields of its game that the set-up shows (None:
    all of them). `name` and `note` are translated where they are shown. Raises `TypeError` when the program
    starts if a part or a rule of `REQUIRED_RULES` is missing.
    """

    name: str
    note: str
    rules: dict[str, Any]
    source: str = ""
    asks: Sequence[str] | None = None
    rehearsal: Rehearsal = field(default_factory=Rehearsal)

    def __post_init__(self) -> None:
        lacks = [rule for rule in REQUIRED_RULES if rule not in self.rules]
        lacks += [part for part in ("name", "note") if not getattr(self, part)]
        if lacks:
            raise TypeError(f"the format {self.rules.get('format')!r} lacks {', '.join(lacks)}")

    @property
    def key(self) -> str:
        """The name of the file, and the rule `format` of a stage."""
        return str(self.rules["format"])

    @property
    def game(self) -> str:
        """The game that is played."""
        return str(self.rules["game"])


def load(path: Path) -> Format:
    """Return the shipped format of a file. Raises `TypeError` with the name of the file if it is wrong."""
    try:
        found = parse(path.read_bytes())
        parts = {name: found[name] for name in found.keys() - {"kind", "version"}}
        shipped = Format(**parts | {"rehearsal": Rehearsal(**parts.get("rehearsal", {}))})
        complete_rules(usual_rules(shipped.rules) | shipped.rules)
    except (DomainError, KeyError, TypeError) as fault:
        raise TypeError(f"{path}: {fault}") from fault
    if shipped.key != path.stem:
        raise TypeError(f"{path}: its format is {shipped.key!r}")
    return shipped


def parse(content: bytes) -> dict[str, Any]:
    """Return what a file contains. Raises `DomainError` if it is no format, or one of a newer program."""
    if len(content) > MAX_BYTES:
        raise DomainError("format_file_too_big", most=MAX_BYTES // 1024)
    try:
        found = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_dict_from_unique_pairs)
    except (ValueError, RecursionError) as fault:
        raise DomainError("format_file_unreadable") from fault
    if not isinstance(found, dict) or found.get("kind") != KIND:
        raise DomainError("format_file_unreadable")
    if type(found.get("version")) is int and found["version"] > VERSION:
        raise DomainError("format_file_version")
    return found


def _dict_from_unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, and refuse one with a name twice: programs differ in which value they read."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found
