"""The masks of the golden data, with their reasons. Everything else is made constant by `fixed.py`."""

import re
from collections.abc import Callable
from typing import NamedTuple


class Mask(NamedTuple):
    """A pattern, its replacement, and the reason."""

    pattern: re.Pattern[str]
    instead: str
    why: str


def mask(pattern: str, instead: str, why: str) -> Mask:
    """Compile a pattern into a mask."""
    return Mask(re.compile(pattern), instead, why)


MASKS = (
    mask(r"/static/[\w./-]+", "/static/…", "files move between folders, and their hashes with their content"),
    mask(
        r"\b(?!127\.0\.0\.1\b|192\.168\.1\.20\b)\d{1,3}(?:\.\d{1,3}){3}\b",
        "ADDRESS",
        "the addresses of the machine",
    ),
    mask(
        r"/help/[a-z-]+/(?:#[a-z-]+)?",
        "/help/…",
        "the section of each page is tested in tests/web/test_help.py",
    ),
    mask(r"\b(Anonyme|Anonymous) \d{4}\b", r"\1 N", "follows from a uid that is drawn by lot"),
    mask(r'"X-CSRFToken": "\w+"', '"X-CSRFToken": "…"', "another one in each answer"),
    mask(r"(?:/[\w.-]+)+/copies\b", "FOLDER/copies", "the data folder of the machine"),
)
"""Masks with a constant replacement."""

NUMBERED_MASKS = (
    mask(
        r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b",
        "uid",
        "drawn by lot: one more that is drawn before it would change all later ones",
    ),
    mask(r"\b[0-9a-f]{32}\b", "nonce", "a uid in other letters"),
    mask(r"\b[0-9a-f]{64}\b", "fingerprint", "of what a page shows, uids among it"),
)
"""Masks replaced by a number on the page, so that equal values stay recognisable."""

MASKED_FIELDS = {
    "csrfmiddlewaretoken": "another one in each answer",
    "next": "the address of the page itself, in the head of every page",
}
"""Fields of forms whose value is left out, with the reasons."""


def masked(text: str) -> str:
    """Return the text of one answer, masked."""
    for one in MASKS:
        text = one.pattern.sub(one.instead, text)
    for one in NUMBERED_MASKS:
        text = one.pattern.sub(_numbering(one.instead), text)
    return text


def _numbering(kind: str) -> Callable[[re.Match[str]], str]:
    known: dict[str, int] = {}
    return lambda found: f"{kind}-{known.setdefault(found[0], len(known) + 1)}"
