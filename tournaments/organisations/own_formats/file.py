"""A format as a file: JSON with its version and a checksum. An uploaded file may be an attack."""

import hashlib
import json
from typing import Any
from uuid import UUID

from scoring import DomainError
from tournaments import formats
from tournaments.common.schema import Shape, plain, up_to, words
from tournaments.formats.shared import VERSION as RULES_VERSION
from tournaments.games import GAMES
from tournaments.models import OwnFormat
from tournaments.organisations.own_formats.version_history import Draft
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.transfer.copies import rules_schema

KIND = "cheville-format"
VERSION = 1
MAX_BYTES = 64 * 1024
OF_A_FILE: dict[str, Shape] = {
    "kind": words(40),
    "version": up_to(999),
    "uid": words(36),
    "name": words(rules_schema.MAX_NAME_LENGTH),
    "note": words(300),
    "rules": lambda value: isinstance(value, dict),
    "original": lambda value: isinstance(value, dict),
    "original_name": words(200),
    "sha256": words(64),
}
NOT_OF_A_FORMAT = (*rules_schema.OF_A_MATCH, "own")


def format_file(one: OwnFormat) -> bytes:
    """Return the file of a format. The same rules give the same bytes."""
    content = {
        "kind": KIND,
        "version": VERSION,
        "uid": str(one.uid),
        "name": one.name,
        "note": one.note,
        "original_name": one.original_name,
        "original": _without_own(one.original),
        "rules": _without_own(one.rules),
    }
    text = json.dumps(content | {"sha256": checksum(content)}, ensure_ascii=False, indent=1, sort_keys=True)
    return (text + "\n").encode()


def checksum(content: dict[str, Any]) -> str:
    """Return the SHA-256 of a file without its checksum: as JSON in UTF-8, names sorted, without spaces."""
    rest = {name: value for name, value in content.items() if name != "sha256"}
    text = json.dumps(rest, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def parse_format(content: bytes) -> Draft:
    """Return the format in a file. Raises `DomainError` with the first fault found in it."""
    found = _parsed(content)
    if found.get("kind") != KIND:
        raise DomainError("format_file_unreadable")
    if type(found.get("version")) is int and found["version"] > VERSION:
        raise DomainError("format_file_version")
    for name, shape in OF_A_FILE.items():
        if name not in found or not shape(found[name]):
            raise DomainError("format_file_field", name=name)
    for name in found:
        if name not in OF_A_FILE:
            raise DomainError("format_file_field", name=_excerpt(name))
    if not plain(found):  # no fractions, nothing endless, no half of a letter that no checksum has
        raise DomainError("format_file_unreadable")
    if checksum(found) != found["sha256"]:
        raise DomainError("format_file_damaged")
    if not found["name"].strip() or found["name"] != " ".join(found["name"].split()):
        raise DomainError("format_file_field", name="name")
    rules, original = _rules(found["rules"]), _rules(found["original"])
    return Draft(found["name"], found["note"], rules, original, found["original_name"], _uid(found["uid"]))


def _parsed(content: bytes) -> dict[str, Any]:
    if len(content) > MAX_BYTES:
        raise DomainError("format_file_too_big", most=MAX_BYTES // 1024)
    try:
        found = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise DomainError("format_file_unreadable") from None
    if not isinstance(found, dict):
        raise DomainError("format_file_unreadable")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, and refuse one with a name twice: programs differ in which value they read."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def _uid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise DomainError("format_file_field", name="uid") from None


def _rules(rules: dict[str, Any]) -> dict[str, Any]:
    """Check and return the whole rules of a format, adding rules that this version has gained since."""
    if type(rules.get("v")) is int and rules["v"] > RULES_VERSION:
        raise DomainError("format_file_version")
    if not isinstance(rules.get("game"), str) or rules["game"] not in GAMES:
        raise DomainError("format_file_game", value=_excerpt(rules.get("game")))
    if not isinstance(rules.get("movement"), str) or rules["movement"] not in PAIRING_SYSTEMS:
        raise DomainError("format_file_movement", value=_excerpt(rules.get("movement")))
    shapes, needed = rules_schema.shapes_of(rules["game"])
    for name, value in rules.items():
        if name in NOT_OF_A_FORMAT or name not in shapes:
            raise DomainError("format_file_unknown_rule", name=_excerpt(name))
        if not shapes[name](value):
            raise DomainError("format_file_field", name=name)
    for name in needed:
        if name not in rules:
            raise DomainError("format_file_field", name=name)
    if not rules_schema.rules(rules):
        raise DomainError("format_file_rules")
    return formats.whole(rules)


def _without_own(rules: dict[str, Any]) -> dict[str, Any]:
    return {name: rule for name, rule in rules.items() if name != "own"}


def _excerpt(value: Any) -> str:
    """Return the text of a value, short enough for a sentence."""
    return str(value)[:40]
