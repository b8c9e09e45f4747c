"""The words of the page by their codes, so that a reworded sentence breaks no test."""

import re
from functools import cache


@cache
def _words() -> dict[str, str | list[str]]:
    from django.utils import translation

    from tournaments.common.catalogue import translate
    from tournaments.web.tablet_app.words import WORDS

    with translation.override("en"):
        return translate(WORDS)


def sentence(code: str, count: int | None = None, **values: object) -> str:
    """Return the sentence of a code with its values, in the plural of `count`, with English numbers.

    Raises:
        KeyError: there is no such word, or a value of it is missing.
    """
    found = _words()[code]
    if isinstance(found, list):
        found = found[count != 1]
        values = {"count": count, **values}
    text = {name: f"{value:,}" if isinstance(value, int) else str(value) for name, value in values.items()}
    return re.sub(r"\{(\w+)\}", lambda place: text[place[1]], found)


def seat(letter: str, name: str) -> str:
    """Return the text of a button with the letter of a seat and a name."""
    return f"{sentence('seat', letter=letter)} {name}"
