"""Which column of a list means what, guessed from its heading, or from what stands in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.registration.names import fold

NAMING = {"name", "given", "family"}
HEADING_ROWS = 10  # a title, a date and an empty line may stand above the headings

# In this order: «Montant payé» is an amount, «No de membre» is no name.
WORDS: list[tuple[str, set[str]]] = [
    ("member_number", {"membre", "member", "membership", "matricule", "carte", "card"}),
    ("fee", {"montant", "cotisation", "frais", "cout", "prix", "tarif", "fee", "fees", "amount", "price"}),
    ("paid_how", {"paye", "payee", "paiement", "paid", "payment", "mode"}),
    ("apart", {"separer", "separes", "apart", "couple", "couples", "covoiturage", "carpool"}),
    ("family", {"famille", "family", "last", "lastname", "surname"}),
    ("club", {"club", "clubs", "association", "section", "fadoq"}),
    ("region", {"region"}),
    (
        "name",
        {
            "nom",
            "noms",
            "name",
            "names",
            "joueur",
            "joueuse",
            "joueurs",
            "player",
            "players",
            "participant",
            "participants",
        },
    ),
]
FULL = {
    "complet",
    "complete",
    "full",
    "joueur",
    "joueuse",
    "joueurs",
    "player",
    "players",
    "participant",
    "participants",
}


@dataclass(frozen=True)
class Guess:
    """Where the headings stand (None: nowhere), and a role for each column; "" is left out."""

    heading: int | None
    roles: tuple[str, ...]


def guess(rows: Sequence[Sequence[str]]) -> Guess:
    """The headings and the roles of the columns, as well as they can be told."""
    best: int | None = None
    found: tuple[str, ...] = ()
    for index, row in enumerate(rows[:HEADING_ROWS]):
        roles = _roles_of_headings(row)
        if NAMING & set(roles) and _count(roles) > _count(found):
            best, found = index, roles
    if best is None:
        return Guess(None, _roles_by_content(rows))
    return Guess(best, found)


def _count(roles: Sequence[str]) -> int:
    return sum(bool(role) for role in roles)


def _roles_of_headings(row: Sequence[str]) -> tuple[str, ...]:
    roles = [_role(cell) for cell in row]
    for index, cell in enumerate(row):
        if roles[index] == "name" and "given" in roles and "family" not in roles and not FULL & _words(cell):
            roles[index] = "family"
    return _once(roles)


def _words(heading: str) -> set[str]:
    return set(re.findall(r"[a-z]+", fold(heading)))


def _role(heading: str) -> str:
    words = _words(heading)
    if len(heading) > 40 or len(words) > 5:
        return ""
    given = words & {"prenom", "prenoms", "given", "first", "firstname"}
    if given:
        return "name" if words & {"nom", "noms", "last"} else "given"
    return next((role for role, known in WORDS if words & known), "")


def _once(roles: Sequence[str]) -> tuple[str, ...]:
    return tuple(role if role and role not in roles[:index] else "" for index, role in enumerate(roles))


def _roles_by_content(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Without headings: words are a name, then a club; long figures are a member number, others a fee."""
    width = max(len(row) for row in rows)
    texts, roles = [], [""] * width
    for column in range(width):
        cells = [row[column] for row in rows if column < len(row) and row[column]]
        if cells and 2 * sum(bool(re.search(r"[^\W\d_]", cell)) for cell in cells) > len(cells):
            texts.append((column, all(" " not in cell for cell in cells)))
        elif cells and all(re.fullmatch(r"\d{4,}", cell) for cell in cells):
            roles[column] = "member_number"
        elif cells and all(re.search(r"\d\s*\$|\d[.,]\d\d", cell) for cell in cells):
            roles[column] = "fee"
    two_words = len(texts) > 1 and texts[0][1] and texts[1][1]
    order = ("family", "given", "club") if two_words else ("name", "club")
    for (column, _one_word), role in zip(texts, order, strict=False):
        roles[column] = role
    return _once(roles)
