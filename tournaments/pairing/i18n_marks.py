"""Sentences of a movement, by code, marked for translation where no Django is known."""


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation; it is translated where it is shown."""
    return text


def codes_of(name: str, **others: str) -> dict[str, str]:
    """The codes of a movement's sentences, by where they are said (see `movement.PairingSystem`).

    `others` are those that do not end in its name; an empty one is not said.

    >>> codes_of("two_lines", wall="")["wall"], codes_of("two_lines")["as_played"]
    ('', 'as_played_next_two_lines')
    """
    codes = {where: f"{where}_{name}" for where in ("wall", "step", "aloud", "seats", "choice")}
    return codes | {"as_played": f"as_played_next_{name}"} | others
