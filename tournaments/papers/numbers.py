"""Numbers as written in the paper's language."""

from django.utils.translation import get_language

_MINUS, _NARROW_SPACE, _NOTHING = "\u2212", "\u202f", ""


def grouped(number: int | None, language: str | None = None) -> str:
    """Format a whole number: 1 612 in French (narrow no-break space), 1,612 in English, '' for None.

    The default is the active language; negative numbers have U+2212, the minus sign.
    """
    language = language or get_language() or "en"
    if number is None:
        return _NOTHING
    text = f"{abs(number):,}"
    if language.startswith("fr"):
        text = text.replace(",", _NARROW_SPACE)
    return _MINUS + text if number < 0 else text


def signed(number: int | None, language: str | None = None) -> str:
    """Format a whole number with its sign: +33, −5, 0."""
    text = grouped(number, language)
    return "+" + text if number and number > 0 else text
