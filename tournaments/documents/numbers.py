"""Numbers as a reader of the paper's language writes them."""

_MINUS, _NARROW_SPACE, _NOTHING = "\u2212", "\u202f", ""


def grouped(number: int | None, language: str) -> str:
    """Format a whole number: 1 612 in French (narrow no-break space), 1,612 in English, '' for None."""
    if number is None:
        return _NOTHING
    text = f"{abs(number):,}"
    if language.startswith("fr"):
        text = text.replace(",", _NARROW_SPACE)
    return _MINUS + text if number < 0 else text


def signed(number: int | None, language: str) -> str:
    """Format a whole number with its sign: +33, −5, 0."""
    text = grouped(number, language)
    return "+" + text if number and number > 0 else text
