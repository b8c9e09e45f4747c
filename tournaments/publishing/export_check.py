"""Check of files of the exchange format against its JSON Schemas, with a sentence for each fault.

The schemas are data of the program (`docs/*.schema.json`); these are the keywords that they use.
"""

import json
from collections.abc import Callable, Iterator
from datetime import date, datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.publishing.export_names import VERSIONS

KEY = "cheville_export"
Schema = dict[str, Any]
FORMATS: dict[str, Callable[[str], object]] = {
    "date": date.fromisoformat,
    "date-time": datetime.fromisoformat,
    "uuid": UUID,
}
TYPES: dict[str, type | tuple[type, ...]] = {
    "array": list,
    "boolean": bool,
    "integer": int,
    "null": type(None),
    "object": dict,
    "string": str,
}
MAX_SHOWN_LENGTH = 40


@cache
def schema(version: int) -> Schema:
    """Return the schema of exports of a version."""
    return _read_schema(f"export-{version}")


def faults(content: bytes) -> Iterator[str]:
    """Yield what is wrong with a file of any version, a sentence for each field."""
    try:
        read = json.loads(content)
    except (ValueError, RecursionError):
        yield _("This is not a JSON file.")
        return
    if not isinstance(read, dict):
        yield from schema_faults(read, {"type": "object"})
    elif KEY not in read and "format" in read:  # version 1 of `simulate --export` had no version
        yield from schema_faults(read, _read_schema("simulate-1"))
    elif KEY not in read:
        yield _missing_field(KEY)
    elif type(read[KEY]) is not int or read[KEY] not in VERSIONS:
        yield _unexpected(KEY, _allowed_values(VERSIONS), read[KEY])
    else:
        yield from schema_faults(read, schema(read[KEY]))


def schema_faults(given: Any, shape: Schema, where: str = "") -> Iterator[str]:
    """Yield what is wrong with a value that should fit a schema; `where` it stands in the file."""
    if "anyOf" in shape:
        yield from _faults_of_any(given, shape["anyOf"], where)
    elif expected := _expected(given, shape):
        yield _unexpected(where, expected, given)
    elif isinstance(given, dict):
        yield from _faults_of_object(given, shape, where)
    elif isinstance(given, list):
        first = shape.get("prefixItems", [])
        for at, value in enumerate(given):
            item = first[at] if at < len(first) else shape.get("items", {})
            yield from schema_faults(value, item, f"{where}[{at}]")


def _faults_of_any(value: Any, shapes: list[Schema], where: str) -> Iterator[str]:
    """Yield the faults by the schema that comes nearest: the first of the same type."""
    if not any(next(schema_faults(value, shape), None) is None for shape in shapes):
        near = next((shape for shape in shapes if not _expected(value, shape)), None)
        if near:
            yield from schema_faults(value, near, where)
        else:
            yield _unexpected(where, _join_with_or(_expected(value, shape) for shape in shapes), value)


def _faults_of_object(given: dict[str, Any], shape: Schema, where: str) -> Iterator[str]:
    known = shape.get("properties", {})
    inside = f"{where}." if where else ""
    for name in shape.get("required", ()):
        if name not in given:
            yield _missing_field(inside + name)
    for name, value in given.items():
        item = known.get(name, shape.get("additionalProperties", {}))
        if item is False:
            yield _("%(where)s: the format has no such field.") % {"where": inside + name}
        else:
            yield from schema_faults(value, item, inside + name)


def _expected(value: Any, shape: Schema) -> str:
    """Return what the schema expects in place of a value, whatever is in it; "" if the value fits."""
    if "const" in shape or "enum" in shape:
        allowed = shape.get("enum", [shape.get("const")])
        fits = any(type(value) is type(one) and value == one for one in allowed)
        return "" if fits else _allowed_values(allowed)
    types = shape.get("type", list(TYPES))
    types = [types] if isinstance(types, str) else types
    if not any(_has_type(value, name) for name in types):
        return _join_with_or(_type_words(name) for name in types)
    if isinstance(value, int) and value < shape.get("minimum", value):
        return _("a number of at least %(least)s") % {"least": shape["minimum"]}
    if isinstance(value, int) and value > shape.get("maximum", value):
        return _("a number of at most %(most)s") % {"most": shape["maximum"]}
    if isinstance(value, list) and not _is_long_enough(value, shape):
        return _("a list of %(count)s values") % {"count": shape["minItems"]}
    if isinstance(value, str) and not _has_format(value, shape.get("format", "")):
        return _("a text of the form “%(format)s”") % {"format": shape["format"]}
    return ""


def _has_type(value: Any, name: str) -> bool:
    """Return whether a value has a type of JSON Schema; true and false are no numbers."""
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _is_long_enough(value: list[Any], shape: Schema) -> bool:
    least, most = shape.get("minItems", 0), shape.get("maxItems", len(value))
    return bool(least <= len(value) <= most)


def _has_format(value: str, format_: str) -> bool:
    try:
        FORMATS.get(format_, str)(value)
    except ValueError:
        return False
    return True


def _type_words(name: str) -> str:
    return {
        "array": _("a list"),
        "boolean": _("true or false"),
        "integer": _("a whole number"),
        "null": "null",
        "object": _("an object"),
        "string": _("a text"),
    }[name]


def _missing_field(where: str) -> str:
    return _("%(where)s: this field is missing.") % {"where": where}


def _unexpected(where: str, expected: str, value: Any) -> str:
    found = json.dumps(value, ensure_ascii=False)
    if len(found) > MAX_SHOWN_LENGTH:
        found = found[:MAX_SHOWN_LENGTH] + "…"
    words = {"where": where or _("the whole file"), "expected": expected, "found": found}
    return _("%(where)s: expected %(expected)s, found %(found)s.") % words


def _allowed_values(allowed: Any) -> str:
    return _join_with_or(json.dumps(one, ensure_ascii=False) for one in allowed)


def _join_with_or(words: Any) -> str:
    return _(" or ").join(words)


@cache
def _read_schema(name: str) -> Schema:
    path = settings.BASE_DIR / "docs" / f"{name}.schema.json"
    found: Schema = json.loads(path.read_text(encoding="utf-8"))
    return found
