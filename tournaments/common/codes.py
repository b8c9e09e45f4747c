"""Codes that people read, say and type: how they are made, shown and read.

The sum of what guessing them is worth stands in docs/decisions.md.
"""

import secrets

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: of signs that look alike only one is used."""
MISREAD = str.maketrans("OILU", "011V")
BETWEEN = "- \u00a0\u202f\u2009\u2013\t\r\n"
LENGTH = 10  # 50 bits
DIGITS = 6  # of the codes that older programs have printed: good until their tournament ends
GROUPS = {DIGITS: (3, 3), LENGTH: (3, 3, 4)}


def new_code(length: int = LENGTH) -> str:
    """A code by chance."""
    return "".join(secrets.choice(SIGNS) for _sign in range(length))


def normalize_code(text: str) -> str:
    """What was typed, as the code was made: without what stands between, misread letters as what they are.

    >>> normalize_code(" k7q-m2x rt9o ")
    'K7QM2XRT90'
    """
    signs = text.upper().translate(MISREAD)
    return "".join(sign for sign in signs if sign not in BETWEEN)


def format_code(code: str) -> str:
    """A code as it is printed and read out.

    >>> format_code("K7QM2XRT9B").split(), format_code("123456").split()
    (['K7Q', 'M2X', 'RT9B'], ['123', '456'])
    """
    parts, at = [], 0
    for size in GROUPS.get(len(code), (len(code),)):
        parts.append(code[at : at + size])
        at += size
    return "\N{NO-BREAK SPACE}".join(parts)


def is_possible_code(code: str) -> bool:
    """Whether a text, as `normalize_code` makes it, can be a code at all: such a one can be guessed."""
    if len(code) == DIGITS:
        return code.isascii() and code.isdecimal()
    return len(code) == LENGTH and set(code) <= set(SIGNS)
