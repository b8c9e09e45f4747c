"""A format as a file: JSON with its version and a checksum. An uploaded file may be an attack."""

import hashlib
import json
from copy import deepcopy
from typing import Any
from uuid import UUID, uuid4

from scoring import DomainError
from tournaments import formats
from tournaments.common.schema import Shape, list_of, object_with, one_of, plain_data, string, up_to
from tournaments.formats.file import ALL_MEETINGS, KIND, TABLES, VERSION, parse
from tournaments.formats.stage_rules import REQUIRED_RULES
from tournaments.formats.stage_rules import VERSION as RULES_VERSION
from tournaments.games import GAMES
from tournaments.models import OwnFormat
from tournaments.organisations.own_formats.version_history import Draft
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.transfer.copies import rules_schema


def _is_rules(value: Any) -> bool:
    return isinstance(value, dict)


FILE_SHAPES: dict[str, Shape] = {
    "kind": string(40),
    "version": up_to(999),
    "uid": string(36),
    "name": string(rules_schema.MAX_NAME_LENGTH),
    "note": string(300),
    "rules": _is_rules,
    "original": _is_rules,
    "original_name": string(200),
    "sha256": string(64),
}
"""The fields of version 1; all are needed."""
SHIPPED_FILE_SHAPES: dict[str, Shape] = {
    "source": string(200),
    "asks": list_of(string(60), 60),
    "rehearsal": object_with(
        {
            "rules": _is_rules,
            "odd": one_of(("house", "bye")),
            "tables": one_of(TABLES),
            "rounds": one_of((ALL_MEETINGS,)),
        }
    ),
}
"""Further fields since version 2. An organisation does not keep them."""
NEEDED_FIELDS = ("kind", "version", "name", "note", "rules")
"""The fields that version 2 needs."""
EXCLUDED_RULES = (*rules_schema.MATCH_RULES, "own")


def format_file(one: OwnFormat) -> bytes:
    """Return the file of a format. The same rules give the same bytes."""
    content = {
        "kind": KIND,
        "version": VERSION,
        "uid": str(one.uid),
        "name": one.name,
        "note": one.note,
        "original_name": one.original_name,
        "original": _rules_for_file(one.original),
        "rules": _rules_for_file(one.rules),
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
    found = parse(content)
    shapes, needed = FILE_SHAPES, tuple(FILE_SHAPES)
    if found.get("version") == VERSION:
        shapes, needed = FILE_SHAPES | SHIPPED_FILE_SHAPES, NEEDED_FIELDS
    for name, shape in shapes.items():
        wrong = not shape(found[name]) if name in found else name in needed
        if wrong:
            raise DomainError("format_file_field", name=name)
    for name in found:
        if name not in shapes:
            raise DomainError("format_file_field", name=_excerpt(name))
    if not plain_data(found):  # no fractions, nothing endless, no half of a letter that no checksum has
        raise DomainError("format_file_unreadable")
    if "sha256" in found and checksum(found) != found["sha256"]:
        raise DomainError("format_file_damaged")
    name = found["name"]
    if not name.strip() or name != " ".join(name.split()):
        raise DomainError("format_file_field", name="name")
    rules = _whole_rules(found["rules"], found["version"])
    original = _whole_rules(found["original"], found["version"]) if "original" in found else deepcopy(rules)
    _check_shipped(found, rules["game"])
    uid = _parse_uid(found["uid"]) if "uid" in found else uuid4()
    return Draft(name, found["note"], rules, original, found.get("original_name", name), uid)


def _parse_uid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise DomainError("format_file_field", name="uid") from None


def _whole_rules(rules: dict[str, Any], version: int) -> dict[str, Any]:
    """Check the rules of a format in a file of some `version`; return them whole."""
    if type(rules.get("v")) is int and rules["v"] > RULES_VERSION:
        raise DomainError("format_file_version")
    if not isinstance(rules.get("game"), str) or rules["game"] not in GAMES:
        raise DomainError("format_file_game", value=_excerpt(rules.get("game")))
    if not isinstance(rules.get("movement"), str) or rules["movement"] not in PAIRING_SYSTEMS:
        raise DomainError("format_file_movement", value=_excerpt(rules.get("movement")))
    _check_rules(rules, rules["game"])
    _shapes, needed = rules_schema.shapes_of(rules["game"])
    for name in REQUIRED_RULES if version == VERSION else needed:
        if name not in rules:
            raise DomainError("format_file_field", name=name)
    try:
        whole = formats.complete_rules(formats.usual_rules(rules) | rules)
    except (KeyError, ValueError):  # a `DomainError` is one
        raise DomainError("format_file_rules") from None
    if not rules_schema.are_valid_rules(whole):
        raise DomainError("format_file_rules")
    return whole


def _check_rules(rules: dict[str, Any], game: str) -> None:
    """Refuse a rule that no format of the game has, and one with a wrong value."""
    shapes, _needed = rules_schema.shapes_of(game)
    for name, value in rules.items():
        if name in EXCLUDED_RULES or name not in shapes:
            raise DomainError("format_file_unknown_rule", name=_excerpt(name))
        if not shapes[name](value):
            raise DomainError("format_file_field", name=name)


def _check_shipped(found: dict[str, Any], game: str) -> None:
    """Refuse fields of a shipped format that name rules or fields which its game does not have."""
    if not set(found.get("asks", ())) <= set(GAMES[game].rules.names):
        raise DomainError("format_file_field", name="asks")
    _check_rules(found.get("rehearsal", {}).get("rules", {}), game)


def _rules_for_file(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules that a file contains, without the organisation's own format that they are of."""
    return formats.file_rules(formats.complete_rules(rules | {"own": None}))


def _excerpt(value: Any) -> str:
    """Return the text of a value, short enough for a sentence."""
    return str(value)[:40]
