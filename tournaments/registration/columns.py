"""Which column of a list means what, guessed from its heading, or from what stands in it.

A role is a word of `ROLES`; of the second person in a row it ends in «-2», of the third in «-3». An empty
role leaves the column out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring import Refusal
from tournaments.registration.name_order import FAMILY_FIRST, GIVEN_FIRST, UNDECIDED, order_of
from tournaments.registration.names import PARTICLES, fold, is_first_name, is_suffix
from tournaments.registration.teams import MOST_MEMBERS
from tournaments.workbooks.cells import is_word

ROLES = (
    *("name", "given", "family", "club", "region", "member_number"),
    *("fee", "paid_how", "apart", "note", "answer1", "answer2", "category", "team"),
    *(FAMILY_FIRST, UNDECIDED),
)
WHOLE_NAMES = (GIVEN_FIRST, FAMILY_FIRST, UNDECIDED)  # in one column, by what comes first
ANSWERS = ("answer1", "answer2")  # to the first and the second question that the tournament asks
NAMING = {"given", "family", *WHOLE_NAMES}
MOST_PEOPLE = MOST_MEMBERS  # in one row
HEADING_ROWS = 60  # titles, dates and empty lines may stand above the headings
LONGEST_HEADING, MOST_WORDS = 40, 5

# In this order: «Montant payé» is an amount, «No de membre» is no name.
WORDS: list[tuple[str, set[str]]] = [
    ("note", {"note", "notes", "remarque", "remarques", "commentaire", "commentaires"}),
    ("note", {"remark", "remarks", "comment", "comments"}),
    ("member_number", {"membre", "member", "membership", "matricule", "carte", "card", "adherent"}),
    ("fee", {"montant", "cotisation", "frais", "cout", "prix", "tarif", "fee", "fees", "amount", "price"}),
    ("paid_how", {"paye", "payee", "paiement", "paid", "payment", "mode"}),
    ("apart", {"separer", "separes", "apart", "couple", "couples", "covoiturage", "carpool"}),
    ("family", {"famille", "family", "last", "lastname", "surname"}),
    ("club", {"club", "clubs", "association", "section", "fadoq"}),
    ("region", {"region"}),
    ("team", {"equipe", "equipes", "team", "teams"}),
    ("category", {"categorie", "categories", "category"}),
    ("name", {"nom", "noms", "name", "names", "joueur", "joueuse", "joueurs", "joueuses"}),
    ("name", {"player", "players", "participant", "participante", "participants"}),
    ("name", {"partenaire", "partner", "coequipier", "coequipiere", "equipier", "equipiere"}),
]
FULL = {"complet", "complete", "full", *WORDS[-2][1], *WORDS[-3][1]} - {"nom", "noms", "name", "names"}
SECOND = {"partenaire", "partner", "coequipier", "coequipiere", "equipier", "equipiere"}
GIVEN = {"prenom", "prenoms", "given", "first", "firstname"}
NUMBER = {"no", "nos", "numero", "num", "number", "n"}
# Other people and other things: «Nom du responsable» is nobody who plays, «Date de paiement» no way to pay.
OTHER = {
    *("responsable", "contact", "urgence", "emergency", "conjoint", "conjointe", "organisateur", "capitaine"),
    *("accompagnateur", "accompagnatrice", "arbitre", "telephone", "tel", "phone", "cellulaire", "cell"),
    *("courriel", "email", "mail", "adresse", "address", "ville", "city", "postal", "date", "naissance"),
    *("birth", "age", "table", "siege", "seat", "rang", "rank", "points", "partie", "repas", "meal", "heure"),
    *("signature", "initiales", "presence"),
}
FILLING = {"de", "du", "des", "d", "la", "le", "l", "les", "et", "ou", "of", "the", "and", "a", "en", "par"}
KNOWN = set.union(*(words for _role, words in WORDS), FULL, GIVEN, NUMBER, OTHER, FILLING)


@dataclass(frozen=True)
class Guess:
    """Where the last row of headings stands (None: nowhere), a title and a role for each column.

    `unsure` are the columns whose role somebody should look at.
    """

    heading: int | None
    titles: tuple[str, ...]
    roles: tuple[str, ...]
    unsure: frozenset[int] = frozenset()


def guess(rows: Sequence[Sequence[str]], remembered: Iterable[Mapping[str, str]] = ()) -> Guess:
    """The headings and the roles of the columns, as well as they can be told.

    `remembered` are earlier lists, the newest first: by heading, folded, the role that was confirmed.
    """
    remembered = list(remembered)
    known = [index for index, row in enumerate(rows[:HEADING_ROWS]) if _is_remembered(row, remembered)]
    if known:
        return under(rows, known[0], remembered)
    found = [index for index, row in enumerate(rows[:HEADING_ROWS]) if NAMING & _plain_roles(row)]
    if not found:
        roles = _by_content(rows)
        unsure = frozenset(index for index, role in enumerate(roles) if role)
        return _ordered(Guess(None, ("",) * len(roles), roles, unsure), rows)
    best = max(found, key=lambda index: (_sureness(rows[index]), -index))
    return under(rows, _last_heading(rows, best), remembered)


def under(
    rows: Sequence[Sequence[str]], heading: int | None, remembered: Iterable[Mapping[str, str]] = ()
) -> Guess:
    """The same where it is known which row is the last of the headings."""
    return _ordered(_under(rows, heading, remembered), rows)


def _under(
    rows: Sequence[Sequence[str]], heading: int | None, remembered: Iterable[Mapping[str, str]]
) -> Guess:
    if heading is None:
        return Guess(None, ("",) * len(rows[0]), _by_content(rows))
    groups, titles = _groups(rows, heading), _titles(rows, heading)
    below = [list(column) for column in zip(*rows[heading + 1 :], strict=False)] or [[] for _ in titles]
    roles = _by_headings(titles, groups, below)
    unsure = {index for index, role in enumerate(roles) if role and _contradicted(role, below[index])}
    doubled = {index for index, title in enumerate(titles) if not roles[index] and _role(title) in NAMING}
    for memory in remembered:
        known = {index: memory[name] for index, title in enumerate(titles) if (name := fold(title)) in memory}
        if all(index in known for index, title in enumerate(titles) if title):
            return Guess(heading, titles, tuple(known.get(index, "") for index in range(len(titles))))
        for index, role in known.items():
            if role and not roles[index] and role not in roles:
                roles[index] = role
    return Guess(heading, titles, tuple(roles), frozenset(unsure | doubled))


def _ordered(guess: Guess, rows: Sequence[Sequence[str]]) -> Guess:
    """The same guess with what comes first in each column of whole names; undecided is unsure."""
    roles, unsure = list(guess.roles), set(guess.unsure)
    for index, role in enumerate(roles):
        bare, person = split(role)
        if bare in WHOLE_NAMES:
            below = [row[index] for row in rows[0 if guess.heading is None else guess.heading + 1 :]]
            order = order_of(below, guess.titles[index])
            order = bare if order == UNDECIDED and bare == FAMILY_FIRST else order  # known of an earlier list
            roles[index] = of_person(order, person)
            unsure |= {index} if order == UNDECIDED else set()
    return replace(guess, roles=tuple(roles), unsure=frozenset(unsure))


def _is_remembered(row: Sequence[str], remembered: Iterable[Mapping[str, str]]) -> bool:
    """Whether a row holds the headings of an earlier list, all of them or more."""
    folded = {fold(each) for each in row if each}
    return any(memory and memory.keys() <= folded for memory in remembered)


# Headings


def words_of(heading: str) -> set[str]:
    """The words of a heading, as a person compares them."""
    return set(re.findall(r"[a-z]+", fold(heading)))


def _role(heading: str) -> str:
    words = words_of(heading)
    if len(heading) > LONGEST_HEADING or len(words) > MOST_WORDS or words & OTHER:
        return ""
    if words & GIVEN:
        return "name" if words & {"nom", "noms", "last"} else "given"
    numbered = bool(words & NUMBER) or "#" in heading
    if numbered and "fadoq" in words:
        return "member_number"
    if words & {"nom", "noms", "name", "names"} and not numbered:
        words = words - {"membre", "member"}  # «Nom du membre»
    role = next((role for role, known in WORDS if words & known), "")
    return (
        "" if numbered and role in ("club", "region", "team") else role
    )  # a number of the club is no name of it


def _plain_roles(row: Sequence[str]) -> set[str]:
    return {_role(each) for each in row} - {""}


def _sureness(row: Sequence[str]) -> tuple[int, int]:
    """How many kinds of columns a row names, and how many of its cells say nothing else."""
    filled = [each for each in row if each]
    return len(_plain_roles(row)), sum(1 if words_of(each) <= KNOWN else -1 for each in filled)


def _last_heading(rows: Sequence[Sequence[str]], best: int) -> int:
    """Headings may go on in the next row: «Nom» above «de famille», or a part of them merged over both."""
    if best + 1 < len(rows):
        filled = [each for each in rows[best + 1] if each]
        if filled and all(
            _is_heading(each, above) for each, above in zip(rows[best + 1], rows[best], strict=True)
        ):
            return best + 1
    return best


def _is_heading(each: str, above: str) -> bool:
    words = words_of(each) - FILLING
    return not each or each == above or bool(words and words <= KNOWN) or bool(re.fullmatch(r"[1-8]", each))


def _groups(rows: Sequence[Sequence[str]], heading: int) -> list[str]:
    """What stands above each heading, a group's name in all of its columns; a title of the page is none."""
    if heading == 0 or sum(1 for each in rows[heading - 1] if each) < 2:
        return [""] * len(rows[heading])
    groups, last = [], ""
    for above in rows[heading - 1]:
        last = above or last
        groups.append(last)
    return groups if any(_is_heading(each, "") and each for each in rows[heading - 1]) else [""] * len(groups)


def _titles(rows: Sequence[Sequence[str]], heading: int) -> tuple[str, ...]:
    """One heading for each column, out of two rows where there are two."""
    groups, above = _groups(rows, heading), rows[heading - 1] if heading else []
    titles = []
    for index, own in enumerate(rows[heading]):
        if not own:
            titles.append(above[index] if any(groups) and index < len(above) else "")
        elif groups[index] and groups[index] != own and not _role(own):
            titles.append(f"{groups[index]} {own}")
        else:
            titles.append(own)
    return tuple(titles)


def _by_headings(titles: Sequence[str], groups: Sequence[str], below: Sequence[Sequence[str]]) -> list[str]:
    plain = [_role(title) for title in titles]
    plain = ["" if role in NAMING and _is_numbering(below[at]) else role for at, role in enumerate(plain)]
    for index, title in enumerate(titles):
        bare = plain[index] == "name" and "given" in plain and not FULL & words_of(title)
        if (bare and "family" not in plain[:index] + plain[index + 1 :]) or (
            bare and plain.count("given") > 1
        ):
            plain[index] = "family"
        elif plain[index] == "club" and words_of(title) == {"fadoq"} and _is_figures(below[index]):
            plain[index] = "member_number"
    return _of_people(plain, titles, groups)


def _of_people(plain: Sequence[str], titles: Sequence[str], groups: Sequence[str]) -> list[str]:
    """The same roles, each with its person in the row; what is there twice for no reason is left out."""
    roles: list[str] = []
    person, seen = 1, Counter(fold(title) for title in titles)
    several = any(
        (_person(title) or _person(group) or 0) > 1 for title, group in zip(titles, groups, strict=True)
    )
    for role, title, group in zip(plain, titles, groups, strict=True):
        said = _person(title) or _person(group)
        if (
            role in NAMING
            and not said
            and of_person(role, person) in roles
            and (seen[fold(title)] > 1 or several)
        ):
            person += 1
        elif said:
            person = said
        taken = of_person(role, person) in roles
        shared = not said and not taken and role not in NAMING and several and seen[fold(title)] == 1
        name = role if shared and role not in roles else of_person(role, person)
        roles.append("" if taken or person > MOST_PEOPLE or not role else name)
    return roles


def _person(title: str) -> int | None:
    """Which person of a row a heading says it is of."""
    if words_of(title) & SECOND:
        return 2
    figure = re.search(r"(?<!\d)([1-8])\W*$|^\W*([1-8])(?:re|er|e|eme|st|nd|rd|th)?\b", fold(title))
    return int(figure[1] or figure[2]) if figure else None


def of_person(role: str, person: int) -> str:
    """Return the role of a column for a person of a row: the inverse of `split`."""
    return role if person == 1 else f"{role}-{person}"


def is_role(role: object) -> bool:
    """Whether it is a role that a column can have."""
    if not isinstance(role, str):
        return False
    bare, _dash, person = role.partition("-")
    return bare in ROLES and (not person or person in "2345678"[: MOST_PEOPLE - 1])


def refuse_undecided(roles: Iterable[str]) -> None:
    """Raise `Refusal` while it is not decided which part of the names comes first."""
    if any(split(role)[0] == UNDECIDED for role in roles):
        raise Refusal("name_order_undecided")


def split(role: str) -> tuple[str, int]:
    """The role itself, and of which person in the row it is."""
    bare, _dash, person = role.partition("-")
    return bare, int(person or 1)


def asked(guess: Guess, questions: Sequence[str]) -> Guess:
    """The same guess, with the columns whose heading is one of the questions that are asked."""
    roles = list(guess.roles)
    wanted = {fold(text): role for text, role in zip(questions, ANSWERS, strict=False)}
    for index, title in enumerate(guess.titles):
        role = wanted.get(fold(title), "")
        if role and role not in roles:
            roles[index] = role
    return replace(guess, roles=tuple(roles))


# What stands in a column


def _share(cells: Sequence[str], fits: re.Pattern[str]) -> bool:
    """Whether most of what stands in a column fits."""
    filled = [each for each in cells if each]
    return bool(filled) and 2 * sum(bool(fits.search(each)) for each in filled) > len(filled)


LETTER = re.compile(r"[^\W\d_]")
FIGURES = re.compile(r"^[\d\s./#-]+$")
LONG_FIGURES = re.compile(r"^\d{4,}$")
AMOUNT = re.compile(r"\d\s*\$|\$\s*\d|\d[.,]\d\d\b")


def _is_figures(cells: Sequence[str]) -> bool:
    return _share(cells, FIGURES)


def _is_numbering(cells: Sequence[str]) -> bool:
    return _is_figures(cells) and not _share(cells, LETTER)


def _contradicted(role: str, cells: Sequence[str]) -> bool:
    """Whether what stands in a column speaks against its heading."""
    bare, _person = split(role)
    if bare in NAMING or bare in ("club", "region"):
        return _is_figures(cells)
    if bare == "fee":
        return any(cells) and not _share(cells, re.compile(r"\d"))
    return bare == "member_number" and any(cells) and not _share(cells, re.compile(r"\d"))


def _by_content(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Without headings: words are a name, then a club; long figures are a member number, others a fee."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    roles, texts = [""] * len(columns), []
    for index, cells in enumerate(columns):
        if _share(cells, LETTER):
            texts.append(index)
        elif _share(cells, LONG_FIGURES):
            roles[index] = "member_number"
        elif _share(cells, AMOUNT):
            roles[index] = "fee"
    parted = len(texts) > 1 and _are_two_names(columns[texts[0]], columns[texts[1]])
    kinds: tuple[str, ...] = ("name", "club")
    if parted:
        pairs = zip(columns[texts[0]], columns[texts[1]], strict=True)
        given_first = order_of([" ".join(pair) for pair in pairs]) == GIVEN_FIRST
        kinds = ("given", "family", "club") if given_first else ("family", "given", "club")
    for index, role in zip(texts, kinds, strict=False):
        roles[index] = role
    return tuple(role if role not in roles[:index] else "" for index, role in enumerate(roles))


def _are_two_names(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether two columns are a family name and a first name rather than a name and a club."""
    pairs = [(one, other) for one, other in zip(first, second, strict=True) if one and other]
    if not pairs:
        return False
    capitals = sum(one.isupper() and not other.isupper() for one, other in pairs)
    known = sum(is_first_name(other.partition(" ")[0]) and not is_first_name(one) for one, other in pairs)
    single = sum(_one_word(one) and _one_word(other) for one, other in pairs)
    clubs = len(pairs) >= 6 and len({fold(other) for _one, other in pairs}) * 2 <= len(pairs)
    return 5 * max(capitals, known) > 3 * len(pairs) or (5 * single >= 4 * len(pairs) and not clubs)


def is_one_column(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the only heading is one of names, and the commas below it part family names and first names."""
    for at, row in enumerate(rows[:HEADING_ROWS]):
        if sum(map(bool, row)) == 1 and _role(row[0]) in NAMING:
            below = [
                [each for each in cells if not is_suffix(each)] for cells in rows[at + 1 :] if any(cells)
            ]
            first = [cells[0] if cells else "" for cells in below]
            return _are_two_names(first, [" ".join(cells[1:]) for cells in below])
    return False


def _one_word(name: str) -> bool:
    words = [word for word in fold(re.sub(r"\(.*?\)", "", name)).split() if word.rstrip(".") not in PARTICLES]
    return len(words) <= 1 and is_word(name)
