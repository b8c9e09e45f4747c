"""Names as people compare and sort them."""

import re
import unicodedata
from collections.abc import Iterable

TITLES = {"m", "mm", "mr", "mrs", "ms", "mme", "mlle", "madame", "monsieur", "dr", "dre", "sr", "soeur"}
PARTICLES = {"d", "da", "de", "del", "der", "des", "du", "la", "le", "les", "st", "ste", "van", "von"}


def fold(text: str) -> str:
    """Text as a person compares it: no accents, no case, curly and straight apostrophes alike."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'").replace("œ", "oe").replace("Œ", "OE"))
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).casefold().split())


def sort_name(name: str, family: str = "") -> str:
    """A name folded for a list, family name first: «Réal de la Durantaye» -> «de la durantaye real».

    `family` says which end of the name is the family name. Without it that is what stands before a comma,
    or else the last word with the particles before it.
    """
    whole, end = fold(name), fold(family)
    if end and whole.endswith(end):
        return " ".join(f"{end} {whole.removesuffix(end)}".split())
    if "," in name:
        return fold(name.replace(",", " "))
    words = whole.split()
    start = len(words) - 1
    while start > 1 and words[start - 1].rstrip(".") in PARTICLES:
        start -= 1
    return " ".join(words[start:] + words[:start])


def joined_name(given: str, family: str) -> str:
    """First name and family name as they are read aloud."""
    return " ".join(f"{given} {family}".split())


def family_name(name: str, sorted_as: str) -> str:
    """The end of a name by which it is sorted; empty where that is not known.

    >>> family_name("Réal de la Durantaye", "de la durantaye real")
    'de la Durantaye'
    """
    words = name.split()
    ends = (" ".join(words[at:]) for at in range(len(words)))
    return next((end for end in ends if sort_name(name, end) == sorted_as), "")


def listed(name: str, sorted_as: str) -> str:
    """A name as it stands in an alphabetical list: the family name, a comma, the rest.

    >>> listed("Noëlla L'Écuyer", "l'ecuyer noella"), listed("Roy, Zoé", "roy zoe"), listed("Zoé", "zoe")
    ("L'Écuyer, Noëlla", 'Roy, Zoé', 'Zoé')
    """
    family, words = family_name(name, sorted_as), name.split()
    given = " ".join(words[: len(words) - len(family.split())])
    return f"{family}, {given}" if family and given and "," not in name else name


def first_name_and_initial(name: str, sorted_as: str = "") -> str:
    """A name as it may stand on the Internet: the first name, and the first letter of the family name.

    `sorted_as` says which end of the name is the family name, as `sort_name` does.

    >>> first_name_and_initial("Noëlla L'Écuyer"), first_name_and_initial("Roy, Zoé Anne")
    ('Noëlla L.', 'Zoé R.')
    >>> first_name_and_initial("Mme Ana Diaz Lopez", "diaz lopez mme ana"), first_name_and_initial("Zoé")
    ('Ana D.', 'Zoé')
    """
    plain = " ".join(re.sub(r"\(.*?\)", " ", name).split()) or name.strip()
    if "," in plain:
        family, given = (part.strip() for part in plain.split(",", 1))
    else:
        family = family_name(plain, sorted_as or sort_name(plain)) or family_name(plain, sort_name(plain))
        words = plain.split()
        given = " ".join(words[: len(words) - len(family.split())])
    first = [word for word in given.split() if fold(word).rstrip(".") not in TITLES] or given.split()
    initial = next((letter.upper() for letter in family if letter.isalpha()), "")
    if not first:  # one word alone is a first name, unless a comma says that it is none
        return f"{initial}." if "," in plain and initial else plain.split()[0]
    if not initial:
        return first[0]
    return f"{first[0]} {initial}."


def told_apart(people: Iterable[tuple[int, str, str]]) -> dict[int, str]:
    """Everybody's name by number, out of number, name and club; those who share a name have more to it.

    >>> told_apart([(1, "Jean Roy", "Sorel"), (2, "Jean ROY", "Beloeil"), (3, "Aline Roy", "Sorel")])
    {1: 'Jean Roy (Sorel)', 2: 'Jean ROY (Beloeil)', 3: 'Aline Roy'}
    >>> told_apart([(1, "Jean Roy", "Sorel"), (2, "Jean Roy", "")])
    {1: 'Jean Roy (1)', 2: 'Jean Roy (2)'}
    """
    people = list(people)
    same: dict[str, list[tuple[int, str]]] = {}
    for number, name, club in people:
        same.setdefault(fold(name), []).append((number, fold(club)))
    return {number: _told(number, name, club, same[fold(name)]) for number, name, club in people}


def _told(number: int, name: str, club: str, same: list[tuple[int, str]]) -> str:
    if len(same) == 1:
        return name
    clubs = {folded for _number, folded in same}
    return f"{name} ({club if len(clubs) == len(same) and '' not in clubs else number})"
