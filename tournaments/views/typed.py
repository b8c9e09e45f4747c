"""What somebody typed, or what an address or a form that was tampered with brings instead."""

DIGITS = 9  # what every database takes for a whole number


def whole(text: str, digits: int = DIGITS) -> int | None:
    """The whole number, 0 or more, that a text is; None where it is none, or has more digits than that."""
    return int(text) if text.isdecimal() and len(text) <= digits else None
