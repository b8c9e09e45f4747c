"""Guess the role of a column of a list from its content."""

import re
from collections.abc import Sequence

from tournaments.common.spreadsheets.cells import is_word
from tournaments.registration.headings import NAMING
from tournaments.registration.name_order import GIVEN_FIRST, order_of
from tournaments.registration.names import PARTICLES, fold, is_first_name


def _share(cells: Sequence[str], fits: re.Pattern[str]) -> bool:
    """Return whether most cells of a column satisfy a test."""
    filled = [each for each in cells if each]
    return bool(filled) and 2 * sum(bool(fits.search(each)) for each in filled) > len(filled)


LETTER = re.compile(r"[^\W\d_]")
CODE = re.compile(r"^[^\W\d_]+-?\d[\w-]*$")  # «TREJ12345678», «Player2»
FIGURES = re.compile(r"^[\d\s./#-]+$")
LONG_FIGURES = re.compile(r"^\d{4,}$")
AMOUNT = re.compile(r"\d\s*\$|\$\s*\d|\d[.,]\d\d\b")


def is_figures(cells: Sequence[str]) -> bool:
    """Return whether most cells are figures."""
    return _share(cells, FIGURES)


def is_numbering(cells: Sequence[str]) -> bool:
    """Return whether a column holds numbers and no names."""
    return is_figures(cells) and not _share(cells, LETTER)


def are_codes(cells: Sequence[str]) -> bool:
    """Return whether most cells are letters followed by figures."""
    return _share(cells, CODE)


def contradicts(cells: Sequence[str], bare: str) -> bool:
    """Return whether the content of a column contradicts a role."""
    if bare in NAMING or bare in ("club", "region"):
        return is_figures(cells) or (bare in NAMING and are_codes(cells))
    if bare == "fee":
        return any(cells) and not _share(cells, re.compile(r"\d"))
    return bare == "member_number" and any(cells) and not _share(cells, re.compile(r"\d"))


def by_content(columns: Sequence[Sequence[str]], known: Sequence[str] = ()) -> tuple[str, ...]:
    """Guess roles: words are a name, then a club; codes and long figures a member number, others a fee.

    A column that has a role in `known` keeps it, and no other one has it.
    """
    known = known or [""] * len(columns)
    roles, texts = [""] * len(columns), []
    for index, cells in enumerate(columns):
        if known[index]:
            continue
        if are_codes(cells) or _share(cells, LONG_FIGURES):
            roles[index] = "member_number"
        elif _share(cells, LETTER):
            texts.append(index)
        elif _share(cells, AMOUNT):
            roles[index] = "fee"
    parted = len(texts) > 1 and are_two_names(columns[texts[0]], columns[texts[1]])
    kinds: tuple[str, ...] = ("name", "club")
    if parted:
        pairs = zip(columns[texts[0]], columns[texts[1]], strict=True)
        given_first = order_of([" ".join(pair) for pair in pairs]) == GIVEN_FIRST
        kinds = ("given", "family", "club") if given_first else ("family", "given", "club")
    for index, role in zip(texts, kinds, strict=False):
        roles[index] = role
    free = [role if role not in {*roles[:at], *known} else "" for at, role in enumerate(roles)]
    return tuple(own or role for own, role in zip(known, free, strict=True))


def are_two_names(first: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether two columns are a family name and a first name rather than a name and a club."""
    pairs = [(one, other) for one, other in zip(first, second, strict=True) if one and other]
    if not pairs:
        return False
    capitals = sum(one.isupper() and not other.isupper() for one, other in pairs)
    known = sum(is_first_name(other.partition(" ")[0]) and not is_first_name(one) for one, other in pairs)
    single = sum(_one_word(one) and _one_word(other) for one, other in pairs)
    clubs = len(pairs) >= 6 and len({fold(other) for _one, other in pairs}) * 2 <= len(pairs)
    return 5 * max(capitals, known) > 3 * len(pairs) or (5 * single >= 4 * len(pairs) and not clubs)


def _one_word(name: str) -> bool:
    words = [word for word in fold(re.sub(r"\(.*?\)", "", name)).split() if word.rstrip(".") not in PARTICLES]
    return len(words) <= 1 and is_word(name)
