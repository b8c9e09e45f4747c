"""Payment references: five signs and a check sign, by which a transfer is recognised.

A reference follows from the uid of an entry: it is the same on every computer and in every copy, also when
people are drawn into a team or get another number. Signs that are easily mistaken for others are left out.
"""

from uuid import UUID

ALPHABET = "023456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 5
GROUP_LENGTH = 3


def payment_reference(uid: UUID) -> str:
    """Return the reference for the payments of an entry, with a hyphen in its middle.

    >>> payment_reference(UUID("12345678-1234-4678-9234-567812345678"))
    'HRP-7QC'
    """
    rest, places = uid.int, []
    for _place in range(LENGTH):
        rest, place = divmod(rest, len(ALPHABET))
        places.append(place)
    code = "".join(ALPHABET[place] for place in [*places, _check(places)])
    return f"{code[:GROUP_LENGTH]}-{code[GROUP_LENGTH:]}"


def read_reference(typed: str) -> str:
    """Return what was typed as a reference, "" if it is none: one wrong or two exchanged signs make it none.

    >>> read_reference(" hrp 7qc "), read_reference("HRP-7QD"), read_reference("RHP-7QC")
    ('HRP-7QC', '', '')
    """
    code = "".join(typed.upper().replace("O", "0").replace("-", " ").split())
    if len(code) != LENGTH + 1 or not all(sign in ALPHABET for sign in code):
        return ""
    *places, check = map(ALPHABET.index, code)
    return f"{code[:GROUP_LENGTH]}-{code[GROUP_LENGTH:]}" if check == _check(places) else ""


def _check(places: list[int]) -> int:
    return sum(at * place for at, place in enumerate(places, start=1)) % len(ALPHABET)
