"""Find the full names of a person in texts that others typed, however they are written."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from tournaments.registration.names import comma_pieces, split_name

GAP = "[…]"
"""Stands in a typed text where a name was: shorter than any name, so that every text stays short enough."""


class NamesInText:
    """Full names, to be taken out of texts: first name first or last, with or without accents."""

    def __init__(self, names: Iterable[str]) -> None:
        forms = {form for name in names for form in _forms(name)}
        words = (r"[\s,]+".join(map(re.escape, form)) for form in sorted(forms, key=len, reverse=True))
        either = "|".join(words)
        self._pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)") if either else None

    def removed_from(self, value: Any, instead: str = GAP) -> Any:
        """Return a text, or plain data with texts in it, with `instead` where the names were."""
        if isinstance(value, str):
            return self._removed_from_text(value, instead)
        if isinstance(value, list):
            return [self.removed_from(one, instead) for one in value]
        if isinstance(value, dict):
            # The fees of answers are kept by the answer, which was typed.
            return {
                self.removed_from(key, instead): self.removed_from(one, instead) for key, one in value.items()
            }
        return value

    def are_in(self, value: Any) -> bool:
        """Return whether a text, or plain data, contains one of the names."""
        return bool(self.removed_from(value) != value)

    def _removed_from_text(self, text: str, instead: str) -> str:
        if self._pattern is None:
            return text
        parts, end = [], 0
        for found in self._pattern.finditer(_plain(text)):
            parts += [text[end : found.start()], instead]
            end = found.end()
        return "".join(parts) + text[end:]


def _forms(name: str) -> list[tuple[str, ...]]:
    """Return the words of a name in both orders; a single word is left alone, as it may mean anything."""
    given, family = (tuple(_plain(part).split()) for part in split_name(name))
    as_written = tuple(_plain(" ".join(comma_pieces(name))).split())
    return [form for form in (as_written, given + family, family + given) if len(form) > 1]


def _plain(text: str) -> str:
    """Return a text without accents and case, letter for letter: it has the same length."""
    return "".join(_plain_letter(letter) for letter in text)


def _plain_letter(letter: str) -> str:
    if letter == "’":
        return "'"
    return unicodedata.normalize("NFKD", letter)[0].casefold()[:1] or letter
