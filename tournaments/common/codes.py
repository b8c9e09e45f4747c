"""Codes that people read, say and type: how they are made, shown and read.

docs/decisions.md has the probability of guessing one.
"""

import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: of signs that look alike only one is used."""
MISREAD_LETTERS = str.maketrans("OILU", "011V")
SEPARATORS = "- \u00a0\u202f\u2009\u2013\t\r\n"
LENGTH = 10  # 50 bits
OLD_LENGTH = 6  # of the codes that older programs have printed: valid until their tournament ends
GROUPS = {OLD_LENGTH: (3, 3), LENGTH: (3, 3, 4)}


def new_code(length: int = LENGTH) -> str:
    """Return a random code."""
    return "".join(secrets.choice(ALPHABET) for _sign in range(length))


def normalize_code(text: str) -> str:
    """Return a typed code as it was made: without separators, with misread letters corrected.

    >>> normalize_code(" k7q-m2x rt9o ")
    'K7QM2XRT90'
    """
    signs = text.upper().translate(MISREAD_LETTERS)
    return "".join(sign for sign in signs if sign not in SEPARATORS)


def format_code(code: str) -> str:
    """Format a code as it is printed and read out.

    >>> format_code("K7QM2XRT9B").split(), format_code("123456").split()
    (['K7Q', 'M2X', 'RT9B'], ['123', '456'])
    """
    parts, at = [], 0
    for size in GROUPS.get(len(code), (len(code),)):
        parts.append(code[at : at + size])
        at += size
    return "\N{NO-BREAK SPACE}".join(parts)


def is_possible_code(code: str) -> bool:
    """Return whether a text, as `normalize_code` returns it, has the form of a code: then it is a guess."""
    if len(code) == OLD_LENGTH:
        return code.isascii() and code.isdecimal()
    return len(code) == LENGTH and set(code) <= set(ALPHABET)
