"""Sentences of a movement, marked for translation where no Django is known."""


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation; it is translated where it is shown."""
    return text
