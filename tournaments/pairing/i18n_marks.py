"""Mark the sentences of pairing systems, by code, for translation without Django."""


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation; it is translated where it is shown."""
    return text


def codes_of(name: str, **others: str) -> dict[str, str]:
    """Return the codes of a pairing system's sentences, by place (see `pairing_system.PairingSystem`).

    `others` are those that do not end in its name; an empty code has no sentence.

    >>> codes_of("two_lines", wall="")["wall"], codes_of("two_lines")["as_played"]
    ('', 'as_played_next_two_lines')
    """
    codes = {where: f"{where}_{name}" for where in ("wall", "step", "aloud", "seats", "choice")}
    return codes | {"as_played": f"as_played_next_{name}"} | others
