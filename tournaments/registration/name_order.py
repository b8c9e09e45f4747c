"""Find what comes first in a column of whole names: the first name or the family name."""

import re
from collections.abc import Sequence

from tournaments.registration.import_cleaning import clean_name
from tournaments.registration.names import PARTICLES, capitals, fold, is_first_name, is_suffix

GIVEN_FIRST, FAMILY_FIRST, UNDECIDED = "name", "family_given", "undecided"
WHOLE_NAMES = (GIVEN_FIRST, FAMILY_FIRST, UNDECIDED)  # in one column, by what comes first
GIVEN_WORDS = {"prenom", "prenoms", "given", "first", "firstname"}
FAMILY_WORDS = {"nom", "noms", "famille", "family", "last", "lastname", "surname", "name", "names"}
FAMILY_NAME_START = re.compile(r"^(?:[LlDdOo]['’]|Mc[A-ZÀ-Þ]|(?:St|Ste|Saint|Sainte)-)")
INITIALS = re.compile(r"^[^\W\d_]\.?(?:-?[^\W\d_]\.)*$")
CLEAR_MAJORITY = 4  # so many names against each that is written otherwise
NAMES_PER_VOTE = 10  # a column is read by one name in ten, no fewer


def order_of(names: Sequence[str], heading: str = "") -> str:
    """Return the order in which most names of a column are written, or `UNDECIDED`.

    Each name votes by its capitals or by words that are known; where none does, the heading decides.
    """
    written = [name for name in (clean_name(each)[0] for each in names) if _has_an_order(name)]
    if not written:
        return GIVEN_FIRST
    votes = list(map(_vote, written))
    if is_mixed(written):
        return UNDECIDED if "" in votes else GIVEN_FIRST
    given, family = votes.count(GIVEN_FIRST), votes.count(FAMILY_FIRST)
    if NAMES_PER_VOTE * (given + family) < len(written):
        return _order_by_heading(heading)
    return GIVEN_FIRST if given > family else FAMILY_FIRST


def is_mixed(names: Sequence[str]) -> bool:
    """Return whether neither order prevails in a column: then each name is read by itself."""
    votes = [_vote(name) for name in (clean_name(each)[0] for each in names) if _has_an_order(name)]
    few, many = sorted((votes.count(GIVEN_FIRST), votes.count(FAMILY_FIRST)))
    return few * CLEAR_MAJORITY > many


def order_in_row(role: str, name: str) -> str:
    """Return the order of one name of a mixed column, or `role` where nothing in it shows one."""
    name = clean_name(name)[0]
    return (_vote(name) if _has_an_order(name) else "") or role


def _has_an_order(name: str) -> bool:
    return "," not in name and len(_words(name)) > 1


def _words(name: str) -> list[str]:
    words = [word for word in name.split() if any(map(str.isalpha, word))]
    while len(words) > 1 and is_suffix(words[-1]):
        words.pop()
    return words


def _vote(name: str) -> str:
    """Return the order of one name, empty where nothing in it shows one."""
    words = _words(name)
    side, count = capitals(words)
    if count:
        return FAMILY_FIRST if side == "first" else GIVEN_FIRST
    for is_family in (_begins_a_family_name, _is_opposite_first_name):
        first, last = is_family(words, 0), is_family(words, -1)
        if first != last:
            return FAMILY_FIRST if first else GIVEN_FIRST
    return ""


def _begins_a_family_name(words: Sequence[str], at: int) -> bool:
    """Return whether that end has a particle or a beginning of family names, or the other end an initial."""
    other = words[-1 if at == 0 else 0]
    particle = fold(words[0]) in PARTICLES if at == 0 else fold(words[-2]) in PARTICLES
    return particle or bool(FAMILY_NAME_START.match(words[at]) or INITIALS.match(other))


def _is_opposite_first_name(words: Sequence[str], at: int) -> bool:
    return not is_first_name(words[at]) and is_first_name(words[-1 if at == 0 else 0])


def _order_by_heading(heading: str) -> str:
    words = re.findall(r"[a-z]+", fold(heading))
    given = next((at for at, word in enumerate(words) if word in GIVEN_WORDS), None)
    family = next((at for at, word in enumerate(words) if word in FAMILY_WORDS), None)
    if given is None or family is None:
        return UNDECIDED
    return GIVEN_FIRST if given < family else FAMILY_FIRST
