"""Values that an attacker or a broken program sends."""

import json
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes

MARK = "<x9q>"  # must never be in a page unescaped
FORGED = "forged.example"
TEXTS = (
    "",
    " ",
    "\0",
    "a\0b",
    "\r\nSet-Cookie: forged=1",
    "\u202eNOSAJ\u202c",
    "\u200f\u200b\ufeff",
    "é" * 300,
    "x" * 5_000,
    "9" * 400,
    "-1",
    "0",
    "-0",
    "1e999",
    "NaN",
    "Infinity",
    "2147483648",
    "9223372036854775808",
    "1" + "0" * 40,
    "١٢",
    "²",
    "1,5",
    "1_000",
    "0x10",
    "../../../../etc/passwd",
    "..\\..\\windows",
    "/etc/passwd",
    "file:///etc/passwd",
    f"//{FORGED}/",
    f"https://{FORGED}/",
    f"javascript:alert(1)//{FORGED}",
    MARK,
    f'"><script>{MARK}</script>',
    "'; DROP TABLE tournaments_line; --",
    "%s%n%(name)s",
    "{0.__class__}{{ settings.SECRET_KEY }}{% debug %}",
    "=HYPERLINK(1)",
    "0001-01-01",
    "9999-12-31T23:59:59-12:00",
    "2026-02-30",
    "25:61",
    "[" * 2_000,
    '{"a":' * 500,
    "None",
    "true",
    "on",
    "00000000-0000-0000-0000-000000000000",
    "\U0010ffff",
    "🂡" * 50,
    "O'Brien; L'Écuyer, \"Saint-Hilaire\"",
)
RAW_BYTES = (
    b"%00",
    b"%ff%fe",
    b"%ed%a0%80",
    b"%c0%ae%c0%ae%2f",
    b"%",
    b"%u0000",
    b"+",
    b"%2e%2e%2f" * 5,
    b"%0d%0a",
)
"""Bytes of an address or a form that are no valid text, or are dangerous as a path or a line."""
NUMBERS = (
    -1,
    0,
    1,
    7,
    121,
    2**15,
    2**31 - 1,
    2**31,
    2**53,
    2**63,
    2**64,
    10**40,
    1.5,
    float("nan"),
    float("inf"),
)


def text(chance: Random) -> str:
    """Return a text that no user types."""
    return chance.choice(TEXTS)


def encoded(given: str, chance: Random) -> bytes:
    """Return a text as encoded in an address or a form; now and then invalid bytes."""
    if chance.random() < 0.06:
        return chance.choice(RAW_BYTES)
    return quote_from_bytes(given.encode("utf-8", "surrogatepass"), safe="").encode()


def junk(chance: Random, depth: int = 3) -> Any:
    """Return a value of JSON, of any shape."""
    kinds: list[Any] = [
        lambda: None,
        lambda: chance.random() < 0.5,
        lambda: chance.choice(NUMBERS),
        lambda: text(chance),
        lambda: chance.choice(["\ud800", "a\udfff"]),
    ]
    if depth:
        kinds += [
            lambda: [junk(chance, depth - 1) for _ in range(chance.randrange(4))],
            lambda: {text(chance): junk(chance, depth - 1) for _ in range(chance.randrange(4))},
        ]
    return chance.choice(kinds)()


def changed(value: Any, chance: Random) -> Any:
    """Return the same value with a change somewhere in it."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        if chance.random() < 0.15:
            return {other: kept for other, kept in value.items() if other != key}
        return value | {key: changed(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.7:
        at = chance.randrange(len(value))
        return [*value[:at], changed(value[at], chance), *value[at + 1 :]] * chance.choice([1, 1, 1, 2])
    return junk(chance)


def json_of(value: Any) -> bytes:
    """Return JSON as Python writes it: with NaN and half surrogate pairs too."""
    return json.dumps(value).encode("utf-8", "surrogatepass")
