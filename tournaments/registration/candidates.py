"""The people of a list before anybody is entered: who they are, what is refused, who looks alike."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring import Refusal
from tournaments.registration import money
from tournaments.registration.columns import NAMING
from tournaments.registration.duplicates import Names
from tournaments.registration.names import fold, joined_name
from tournaments.registration.roster import Draft, check_draft

PAID_WORDS = {
    "cash": {"cash", "comptant", "argent", "argent comptant", "liquide", "especes"},
    "cheque": {"cheque", "cheques", "chq", "check", "par cheque"},
    "transfer": {
        "transfer",
        "virement",
        "virement interac",
        "transfert",
        "interac",
        "e-transfer",
        "etransfer",
    },
    "free": {"free", "gratuit", "gratuite", "sans frais", "invite", "invitee"},
    "paid": {
        "yes",
        "oui",
        "x",
        "paid",
        "paye",
        "payee",
        "ok",
        "1",
        "carte",
        "card",
        "visa",
        "debit",
        "credit",
    },
    "": {"", "no", "non", "0", "du", "a payer", "impaye", "owed", "still owed"},
}
# What Excel writes, in English or French, where a formula has no result.
ERRORS = {
    *("#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!"),
    *("#VALEUR!", "#NOM?", "#NUL!", "#NOMBRE!"),
}
HOW = {word: how for how, words in PAID_WORDS.items() for word in words}


@dataclass(frozen=True)
class Known:
    """Somebody with whom a candidate may be confused: under a number already, or in an earlier row."""

    name: str
    club: str
    how: str
    number: int | None = None
    member_number: str = ""
    row: int | None = None


@dataclass
class Candidate:
    """One row of the list: the person, or why not."""

    row: int
    cells: Sequence[str]
    draft: Draft | None = None
    refusal: Refusal | None = None
    likes: list[Known] = field(default_factory=list)

    @property
    def skip(self) -> bool:
        """Whether the list and the roster most probably mean one and the same person."""
        return any(like.how == "same" and self._may_be(like) for like in self.likes)

    def _may_be(self, other: Known) -> bool:
        """Whether nothing tells the two apart: neither the member number nor, without one, the club."""
        details = self.draft.details if self.draft else {}
        numbers = {details.get("member_number", ""), other.member_number} - {""}
        clubs = {fold(details.get("club", "")), fold(other.club)} - {""}
        return len(numbers) < 2 and len(clubs) < 2


def candidates(
    rows: Sequence[Sequence[str]],
    roles: Sequence[str],
    heading: int | None,
    entered: Iterable[tuple[int, str, str, str]],
) -> list[Candidate]:
    """Everybody under the headings, empty rows left out; `entered`: number, name, club and member number.

    Raises `Refusal` where no column is a name.
    """
    if not NAMING & set(roles):
        raise Refusal("no_name_column")
    start = 0 if heading is None else heading + 1
    people = [
        _candidate(index + 1, row, roles) for index, row in enumerate(rows) if index >= start and any(row)
    ]
    _find_likes(people, list(entered))
    return people


def _candidate(row: int, cells: Sequence[str], roles: Sequence[str]) -> Candidate:
    candidate = Candidate(row, cells)
    try:
        candidate.draft = check_draft(
            _draft({role: cell for role, cell in zip(roles, cells, strict=False) if role})
        )
    except Refusal as refusal:
        candidate.refusal = refusal
    return candidate


def _draft(values: dict[str, str]) -> Draft:
    if errors := ERRORS & set(values.values()):
        raise Refusal("formula_without_result", value=min(errors))
    name, family = _name(values)
    if not name:
        raise Refusal("row_without_name")
    details: dict[str, Any] = {
        key: values.get(key, "") for key in ("club", "region", "member_number", "apart")
    }
    details["fee_cents"] = money.cents(values.get("fee", ""))
    details |= _paid(values.get("paid_how", ""), details["fee_cents"])
    return Draft(name, family, details=details)


def _name(values: dict[str, str]) -> tuple[str, str]:
    """The name as it is read aloud, and the family name in it where the list tells."""
    family, given = values.get("family", ""), values.get("given", "")
    if family or given:
        return joined_name(given, family), family
    whole = values.get("name", "")
    if whole.count(",") == 1:
        family, given = (part.strip() for part in whole.split(","))
        return joined_name(given, family), family
    return whole, ""


def _paid(text: str, fee: int | None) -> dict[str, Any]:
    """How it was paid; an amount in that column is the fee, paid."""
    word = fold(text)
    if word in HOW:
        return {"paid_how": HOW[word]}
    try:
        amount = money.cents(text)
    except Refusal:
        raise Refusal("paid_how_unknown", value=text) from None
    return {"paid_how": "paid", "fee_cents": amount if fee is None else fee}


def _find_likes(people: Sequence[Candidate], entered: Sequence[tuple[int, str, str, str]]) -> None:
    known = [Known(name, club, "", number, member_number) for number, name, club, member_number in entered]
    names = Names((index, person.name) for index, person in enumerate(known))
    for candidate in people:
        if candidate.draft is None:
            continue
        draft = candidate.draft
        for like in names.like(draft.name):
            candidate.likes.append(replace(known[like.who], how=like.how))
        names.add(len(known), draft.name)
        club, member_number = draft.details["club"], draft.details["member_number"]
        known.append(Known(draft.name, club, "", None, member_number, candidate.row))
