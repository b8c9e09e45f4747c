"""Find the row of headings of a list and the role of each heading."""

import re
from collections.abc import Sequence

from tournaments.registration.name_order import WHOLE_NAMES
from tournaments.registration.names import fold, is_first_name

NAME_ROLES = {"given", "family", *WHOLE_NAMES}
HEADING_ROWS = 60  # titles, dates and empty lines may be above the headings
MAX_HEADING_LENGTH, MAX_WORDS = 40, 5

FEE_WORDS = {"montant", "cotisation", "frais", "cout", "prix", "tarif", "fee", "fees", "amount", "price"}
# In this order: «Montant payé» is a payment, «No de membre» is no name.
ROLE_WORDS: list[tuple[str, set[str]]] = [
    ("note", {"note", "notes", "remarque", "remarques", "commentaire", "commentaires"}),
    ("note", {"remark", "remarks", "comment", "comments"}),
    ("paid_how", {"paye", "payee", "payes", "payees", "paiement", "paid", "payment", "mode"}),
    ("fee", FEE_WORDS),
    ("member_number", {"membre", "member", "membership", "matricule", "carte", "card", "adherent"}),
    ("member_number", {"licence", "license", "permanent", "memberid", "memberno"}),
    ("apart", {"separer", "separes", "apart", "couple", "couples", "covoiturage", "carpool"}),
    ("family", {"famille", "family", "last", "lastname", "surname"}),
    ("club", {"club", "clubs", "association", "section", "fadoq", "institution", "etablissement"}),
    ("club", {"ecole", "school", "college", "universite", "university"}),
    ("region", {"region"}),
    ("team", {"equipe", "equipes", "team", "teams"}),
    ("category", {"categorie", "categories", "category"}),
    ("name", {"nom", "noms", "name", "names", "joueur", "joueuse", "joueurs", "joueuses"}),
    ("name", {"player", "players", "participant", "participante", "participants"}),
    ("name", {"partenaire", "partner", "coequipier", "coequipiere", "equipier", "equipiere"}),
]
FULL_NAME_WORDS = {"complet", "complete", "full", *ROLE_WORDS[-2][1], *ROLE_WORDS[-3][1]}
FULL_NAME_WORDS -= {"nom", "noms", "name", "names"}
PARTNER_WORDS = {"partenaire", "partner", "coequipier", "coequipiere", "equipier", "equipiere"}
GIVEN_NAME_WORDS = {"prenom", "prenoms", "given", "first", "firstname"}
IDENTIFIER_WORDS = {"id", "identifiant"}
NUMBER_WORDS = {"no", "nos", "numero", "num", "number", "n", *IDENTIFIER_WORDS}
NUMBERING_BODIES = {"fadoq", "acc"}  # organisations that number their members
# Other people and other things: «Nom du responsable» names no player, «Date de paiement» no way to pay.
OTHER_WORDS = {
    *("responsable", "contact", "urgence", "emergency", "conjoint", "conjointe", "organisateur", "capitaine"),
    *("accompagnateur", "accompagnatrice", "arbitre", "telephone", "tel", "phone", "cellulaire", "cell"),
    *("courriel", "email", "mail", "adresse", "address", "ville", "city", "postal", "date", "naissance"),
    *("birth", "age", "table", "siege", "seat", "rang", "rank", "points", "partie", "repas", "meal", "heure"),
    *("signature", "initiales", "presence", "conflict", "conflicts", "conflit", "conflits"),
}
FILLER_WORDS = {"de", "du", "des", "d", "la", "le", "l", "les", "et", "ou", "a", "en", "par"}
FILLER_WORDS |= {"of", "the", "and"}
KNOWN_WORDS = set.union(
    *(words for _role, words in ROLE_WORDS),
    FULL_NAME_WORDS,
    GIVEN_NAME_WORDS,
    NUMBER_WORDS,
    NUMBERING_BODIES,
    OTHER_WORDS,
    FILLER_WORDS,
)


WORD_START = re.compile(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zß-ÿ])")
NUMBERED_WORD = re.compile(r"[^\W\d_]+ ?\d+")  # «Player2»
BARE_NUMBER = re.compile(r"\d+")
NUMBERS = re.compile(r"[\d\s.,/#$€-]*\d[\d\s.,/#$€-]*")


def words_of(heading: str) -> set[str]:
    """Split a heading into folded words for comparison.

    >>> sorted(words_of("MemberID")), sorted(words_of("team_conflicts"))
    (['id', 'member'], ['conflicts', 'team'])
    """
    return set(re.findall(r"[a-z]+", fold(WORD_START.sub(" ", heading))))


def role_of(heading: str) -> str:
    """Return the role that a heading gives its column; empty if it gives none, or is about something else."""
    words = words_of(heading)
    if len(heading) > MAX_HEADING_LENGTH or len(words) > MAX_WORDS or words & OTHER_WORDS:
        return ""
    if words & GIVEN_NAME_WORDS:
        return "name" if words & {"nom", "noms", "last"} else "given"
    numbered = bool(words & NUMBER_WORDS) or "#" in heading
    if words & NUMBERING_BODIES and (numbered or words == {"acc"}):
        return "member_number"
    if words & {"nom", "noms", "name", "names"} and not numbered:
        words = words - {"membre", "member"}  # «Nom du membre»
    role = next((role for role, known in ROLE_WORDS if words & known), "")
    if words & IDENTIFIER_WORDS and role in ("", "name"):  # «Player ID»
        return "member_number"
    # a number of the club is not its name
    return "" if numbered and role in ("club", "region", "team") else role


def is_ignored(heading: str) -> bool:
    """Return whether a heading is known and its column is not read."""
    return bool(words_of(heading) & OTHER_WORDS)


def is_mere_id(heading: str) -> bool:
    """Return whether a heading is «ID»: the member number unless another column is."""
    return role_of(heading) == "member_number" and words_of(heading) <= IDENTIFIER_WORDS


# Finding the row of headings


def heading_row(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the last row of headings: those of names, or above numbers. None without any."""
    top = range(min(HEADING_ROWS, len(rows)))
    found = [at for at in top if NAME_ROLES & _plain_roles(rows[at]) and not _is_person_row(rows, at)]
    if found:
        return _last_heading(rows, max(found, key=lambda at: (_heading_score(rows[at]), -at)))
    return next((at for at in top if _is_above_numbers(rows, at)), None)


def _is_person_row(rows: Sequence[Sequence[str]], at: int) -> bool:
    """Return whether «Player2» is a person, not a heading: it is alone or is like the rows around it."""
    row = rows[at]
    named = [index for index, each in enumerate(row) if role_of(each) in NAME_ROLES]
    if not all(NUMBERED_WORD.fullmatch(row[index]) for index in named):
        return False
    others = [{fold(each[index]) for each in rows[:HEADING_ROWS]} - {fold(row[index])} for index in named]
    alone = sum(bool(words_of(each)) and words_of(each) <= KNOWN_WORDS for each in row) < 2
    beside = [rows[near] for near in (at - 1, at + 1) if 0 <= near < len(rows)]
    numbers = any(
        BARE_NUMBER.fullmatch(each) and any(NUMBERS.fullmatch(near[index]) for near in beside)
        for index, each in enumerate(row)
    )
    numbered = any(
        role_of(each) in NAME_ROLES and NUMBERED_WORD.fullmatch(each) for column in others for each in column
    )
    return alone or numbers or numbered


def _is_above_numbers(rows: Sequence[Sequence[str]], at: int) -> bool:
    """Return whether text other than a first name is above numbers, as an unknown heading is."""
    if any(is_first_name(word) for each in rows[at] for word in each.split()):
        return False
    return any(
        words_of(each)
        and not re.search(r"\d", each)
        and not any(row[index] for row in rows[:at])
        and _are_numbers(rows, at, index)
        for index, each in enumerate(rows[at])
    )


def _are_numbers(rows: Sequence[Sequence[str]], at: int, index: int) -> bool:
    """Return whether a column holds several numbers and nothing else below a row."""
    below = [row[index] for row in rows[at + 1 :] if row[index]]
    return len(below) > 1 and all(map(NUMBERS.fullmatch, below))


def _plain_roles(row: Sequence[str]) -> set[str]:
    return {role_of(each) for each in row} - {""}


def _heading_score(row: Sequence[str]) -> tuple[int, int]:
    """Count the kinds of columns that a row names, and its cells that are headings alone."""
    filled = [each for each in row if each]
    return len(_plain_roles(row)), sum(1 if words_of(each) <= KNOWN_WORDS else -1 for each in filled)


def _last_heading(rows: Sequence[Sequence[str]], best: int) -> int:
    """Return the row below if the headings continue there, else `best`.

    They do with «Nom» above «de famille», or where a cell is merged over both rows.
    """
    if best + 1 < len(rows):
        filled = [each for each in rows[best + 1] if each]
        both = zip(rows[best + 1], rows[best], strict=True)
        if filled and all(_is_heading(each, above) for each, above in both):
            return (
                best
                if _is_person_row(rows, best + 1) and NAME_ROLES & _plain_roles(rows[best + 1])
                else best + 1
            )
    return best


def _is_heading(each: str, above: str) -> bool:
    words = words_of(each) - FILLER_WORDS
    return (
        not each
        or each == above
        or bool(words and words <= KNOWN_WORDS)
        or bool(re.fullmatch(r"[1-8]", each))
    )


def groups_of(rows: Sequence[Sequence[str]], heading: int) -> list[str]:
    """Return the group above each heading, repeated over its columns; a title of the page is no group."""
    if heading == 0 or sum(1 for each in rows[heading - 1] if each) < 2:
        return [""] * len(rows[heading])
    groups, last = [], ""
    for above in rows[heading - 1]:
        last = above or last
        groups.append(last)
    return groups if any(_is_heading(each, "") and each for each in rows[heading - 1]) else [""] * len(groups)


def titles_of(rows: Sequence[Sequence[str]], heading: int) -> tuple[str, ...]:
    """Join two rows of headings into one heading for each column."""
    groups, above = groups_of(rows, heading), rows[heading - 1] if heading else []
    titles = []
    for index, own in enumerate(rows[heading]):
        if not own:
            titles.append(above[index] if any(groups) and index < len(above) else "")
        elif groups[index] and groups[index] != own and not role_of(own):
            titles.append(f"{groups[index]} {own}")
        else:
            titles.append(own)
    return tuple(titles)
