"""The people of a list before they are entered: their names and details, refusals, and look-alikes."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from statistics import median_low
from typing import Any, Protocol
from zlib import crc32

from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments.common.spreadsheets.table import is_quoted
from tournaments.registration import money, team_names
from tournaments.registration.categories import Category, parse_categories
from tournaments.registration.clubs import club_key
from tournaments.registration.columns import ANSWERS, person_role, split_role
from tournaments.registration.duplicates import MAX_LISTED, Names, matching_keys
from tournaments.registration.headings import NAME_ROLES
from tournaments.registration.import_cleaning import (
    clean_name,
    is_sentence,
    is_two_people,
    looks_like_a_section,
    skip_reason,
)
from tournaments.registration.name_order import FAMILY_FIRST, WHOLE_NAMES, is_mixed, order_in_row
from tournaments.registration.names import comma_pieces, fold, is_suffix, joined_name, split_name
from tournaments.registration.payments import FREE
from tournaments.registration.questions import Question
from tournaments.registration.roster import LENGTHS, MAX_CENTS, Draft, People, clean_draft
from tournaments.registration.teams import MAX_MEMBERS, MIN_MEMBERS, NewMember


@dataclass(frozen=True)
class LikelySamePerson:
    """A person who resembles a candidate: entered under a number, or in an earlier row."""

    name: str
    club: str
    how: str
    number: int | None = None
    member_number: str = ""
    row: int | None = None


INDISTINCT, SAME, NEAR = (0, "same"), (1, "same"), (2, "near")  # how similar a person is to another


class CandidateRow(Protocol):
    """A row as `find_likes` needs it: its number, its draft, and the list to fill."""

    row: int
    draft: Draft | None
    likes: list[LikelySamePerson]


def find_likes(people: Iterable[CandidateRow], entered: People) -> None:
    """Fill `likes` of each of `people` with at most `MAX_LISTED` similar persons.

    Those whom nothing distinguishes from them come first, then the same names, then those nearly the same.
    """
    seen = _EarlierPeople()
    for number, name, club, member_number in entered:
        seen.add(LikelySamePerson(name, club, "", number, member_number))
    for one in people:
        if one.draft is None:
            continue
        one.likes += seen.like(one.draft)
        for mate in _mates(one.draft):
            club = mate.club or one.draft.details["club"]
            seen.add(LikelySamePerson(mate.name, club, "", None, mate.member_number, one.row))


def _mates(draft: Draft) -> Sequence[NewMember]:
    return draft.members or [NewMember(draft.name, member_number=draft.details["member_number"])]


class _EarlierPeople:
    """An index of the people before a row, by name, member number and club."""

    def __init__(self) -> None:
        self._known: list[LikelySamePerson] = []
        self._names = Names()
        self._alike: dict[tuple[str, str | None, str | None], list[int]] = {}

    def add(self, one: LikelySamePerson) -> None:
        who = len(self._known)
        self._known.append(one)
        self._names.add(who, one.name)
        for key in product(matching_keys(one.name), (one.member_number, None), (club_key(one.club), None)):
            self._alike.setdefault(key, []).append(who)

    def like(self, draft: Draft) -> list[LikelySamePerson]:
        """Return the people who resemble one of a draft."""
        number, club = draft.details["member_number"], club_key(draft.details["club"])
        found: dict[int, tuple[int, str]] = {}
        for mate in _mates(draft):
            for key in product(
                matching_keys(mate.name), _compatible_values(number), _compatible_values(club)
            ):
                found |= dict.fromkeys(self._alike.get(key, ())[:MAX_LISTED], INDISTINCT)
            for like in self._names.like(mate.name):
                found.setdefault(like.who, SAME if like.how == "same" else NEAR)
        likeliest = sorted((rank, who) for who, rank in found.items())[:MAX_LISTED]
        return [replace(self._known[who], how=how) for (_rank, how), who in likeliest]


def _compatible_values(detail: str) -> set[str | None]:
    """Return the values that the same person may have: the same or none, or any if it is unknown."""
    return {detail, ""} if detail else {None}


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
FORMULA_ERRORS = {
    *("#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!"),
    *("#VALEUR!", "#NOM?", "#NUL!", "#NOMBRE!"),
}
# Words with which a payment is denied or put off: «pas payé», «paiera comptant»; not «payé, pas de repas».
NOT_PAID = re.compile(
    r"\b(?:(?:non|pas|not|never|jamais)[ -](?:encore |yet |been )*(?:paye\w*|paid|recu\w*|regle\w*|received)|"
    r"unpaid|impayee?s?|doit|doivent|owes?|owing|(?:a|to|will) pay(?:er)?|paiera|paieront|payera|a venir|"
    r"later|plus tard)\b"
)
HOW_BY_WORD = {word: how for how, words in PAID_WORDS.items() for word in words}


MAX_NOTE = LENGTHS["note"]
MAX_SHOWN = 3  # of those with whom a person may be confused
MAX_PARTS = 2  # between commas: family name, first name
About = tuple[Sequence[Question], Sequence[Category]]  # the questions asked, and the categories


@dataclass
class Candidate:
    """A person of the list, or the reason why a row is skipped.

    `person` counts those of a row, `cells` are the whole row, `values` the text of the person by the role of
    the column. `team` and `club` are the text of these columns. Where people play together the candidate is
    the team; `distinguished` is how teams of one name are kept apart (`team_names.py`), empty where there is
    one only. `left_out` says why the row was skipped, `doubt` why it may be no person, or two; `unread` is
    what was not understood, or differs within a team: it was copied to the note.
    """

    row: int
    cells: Sequence[str]
    person: int = 1
    team: str = ""
    club: str = ""
    distinguished: str = ""
    draft: Draft | None = None
    refusal: DomainError | None = None
    left_out: str = ""
    doubt: str = ""
    unread: list[str] = field(default_factory=list)
    values: Mapping[str, str] = field(default_factory=dict)
    likes: list[LikelySamePerson] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.draft.name if self.draft else ""

    @property
    def key(self) -> str:
        """Return the name of its question in a form; another doubt is another question."""
        shown = [(like.number, like.row, like.name, like.how) for like in self.likes[:MAX_SHOWN]]
        asked = crc32(repr((self.name, self.doubt, shown)).encode())
        return f"{self.row}-{self.person}-{asked:08x}"

    @property
    def is_doubtful(self) -> bool:
        """Return whether the user is asked about the row before it is entered."""
        return bool(self.likes or self.doubt)

    @property
    def is_another(self) -> bool:
        """Return whether it looks like people of other names alone, none of whom is entered yet."""
        others = all(like.how == "near" and like.number is None for like in self.likes)
        return bool(self.likes) and others and not self.doubt

    @property
    def is_here(self) -> bool:
        """Return whether all people of the row are most probably entered already, as no detail differs."""
        people = max(1, len(self.draft.members)) if self.draft else 1
        same = sum(1 for like in self.likes if like.number and like.how == "same" and self._may_be(like))
        return not self.doubt and same >= people

    def _may_be(self, other: LikelySamePerson) -> bool:
        """Return whether nothing distinguishes the two: neither the member number nor the club."""
        details = self.draft.details if self.draft else {}
        numbers = {details.get("member_number", ""), other.member_number} - {""}
        clubs = {club_key(details.get("club", "")), club_key(other.club)} - {""}
        return len(numbers) < 2 and len(clubs) < 2


def candidates(
    rows: Sequence[Sequence[str]],
    roles: Sequence[str],
    heading: int | None,
    entered: Iterable[tuple[int, str, str, str]],
    questions: Sequence[Question] = (),
    categories: Sequence[Category] = (),
    *,
    together: bool = False,
    teams: str = "",
) -> list[Candidate]:
    """Return all people under the headings, empty rows left out.

    `entered`: number, name, club and member number of those entered already. `questions` and `categories` are
    those of the tournament. With `together`, or a column of teams, those of one row are a team; people in
    rows of their own are one team by its name, in all clubs or in each: `teams` says which if the user chose.

    Raises `DomainError` where no column is a name.
    """
    if not any(split_role(role)[0] in NAME_ROLES for role in roles):
        raise DomainError("no_name_column")
    start = 0 if heading is None else heading + 1
    headings = rows[heading] if heading is not None else []
    below = [(index + 1, row) for index, row in enumerate(rows) if index >= start and any(row)]
    usual = median_low(sum(1 for cell in row if cell) for _row, row in below) if below else 0
    mixed = {
        index
        for index, role in enumerate(roles)
        if split_role(role)[0] in WHOLE_NAMES and is_mixed([cells[index] for _row, cells in below])
    }
    people = [
        person
        for row, cells in below
        for person in _row_candidates(
            row, cells, _row_roles(roles, cells, mixed), headings, usual, (questions, categories)
        )
    ]
    people = _grouped_by_team(people, teams, questions, together=together or "team" in roles)
    find_likes(people, list(entered))
    return people


def _row_roles(roles: Sequence[str], cells: Sequence[str], mixed: Collection[int]) -> list[str]:
    """Return the roles of the columns in one row: in a mixed column each name may have its own order."""
    own = list(roles)
    for index in mixed:
        bare, person = split_role(roles[index])
        own[index] = person_role(order_in_row(bare, cells[index]), person)
    return own


def _grouped_by_team(
    people: Sequence[Candidate], chosen: str, questions: Sequence[Question], *, together: bool
) -> list[Candidate]:
    """Return the same people, those who play together as one candidate at the place of the first of them."""
    in_row = Counter(one.row for one in people if not one.left_out)
    rows = {row for row, count in in_row.items() if together and count > 1}
    named = [one for one in people if one.team and not one.left_out and one.row not in rows]
    reading = team_names.parse_teams([(one.team, one.club) for one in named], chosen)
    groups: dict[tuple[Any, ...], list[Candidate]] = {}
    for at, one in enumerate(people):
        key: tuple[Any, ...] = ("alone", at)
        if not one.left_out and one.row in rows:
            key = ("row", one.row)
        elif not one.left_out and one.team:
            key = ("team", *reading.key(one.team, one.club))
        groups.setdefault(key, []).append(one)
    found = []
    for (how, *which), members in groups.items():
        found.append(members[0] if how == "alone" else _team(members, questions))
        found[-1].distinguished = reading.how if how == "team" and which[0] in reading.several else ""
    return found


def _team(members: Sequence[Candidate], questions: Sequence[Question]) -> Candidate:
    """Return a team of candidates; if one cannot be entered none of them is: partners are not split."""
    first = members[0]
    doubt = next((one.doubt for one in members if one.doubt not in ("", "alone")), "")
    team = Candidate(first.row, first.cells, team=first.team, doubt=doubt)
    team.unread = [each for one in members for each in one.unread]
    team.refusal = next((one.refusal for one in members if one.refusal), None)
    drafts = [one.draft for one in members if one.draft]
    if team.refusal or not drafts:
        return team
    mates = tuple(
        NewMember(one.name, one.family, one.details["club"], one.details["member_number"]) for one in drafts
    )
    shared, differing = _shared_details(members, questions)
    team.unread += differing
    notes = dict.fromkeys([*(one.details["note"] for one in drafts if one.details["note"]), *differing])
    own = {key: value for key, value in drafts[0].details.items() if key not in ("answers", "categories")}
    details = own | shared | {"note": "; ".join(notes)[:MAX_NOTE], "member_number": ""}
    name = "" if first.team.isdecimal() else first.team
    try:
        if len(mates) < MIN_MEMBERS:
            raise DomainError("team_size", least=MIN_MEMBERS, most=MAX_MEMBERS)
        team.draft = clean_draft(Draft(name, details=details, members=mates))
    except DomainError as refusal:
        team.refusal = refusal
    return team


def _shared_details(
    members: Sequence[Candidate], questions: Sequence[Question]
) -> tuple[dict[str, Any], list[str]]:
    """Return what the members of a team paid, answered and play in, and notes about those who differ."""
    drafts = [(one, one.draft.details) for one in members if one.draft]
    details = _team_payment([own for _one, own in drafts])
    notes = [
        _noted(one.name, one.values["paid_how"])
        for one, own in drafts
        if own["paid_how"] not in ("", details["paid_how"])
    ]
    answers: dict[str, str] = {}
    for question, role in zip(questions, ANSWERS, strict=False):
        key = str(question.id)
        given = [(one, own["answers"][key]) for one, own in drafts if key in own.get("answers", {})]
        if len({answer for _one, answer in given}) == 1:
            answers[key] = given[0][1]
        else:
            notes += [_noted(f"{one.name}, {question.text}", one.values[role]) for one, _answer in given]
    held = [(one, own["categories"]) for one, own in drafts if own.get("categories")]
    if len({tuple(numbers) for _one, numbers in held}) == 1:
        details["categories"] = held[0][1]
    else:
        notes += [_noted(one.name, one.values["category"]) for one, _numbers in held]
    return details | ({"answers": answers} if answers else {}), notes


def _noted(label: str, text: str) -> str:
    return _("%(label)s: %(result)s") % {"label": label, "result": text}


def _team_payment(members: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fee of a team, and how it was paid if all who pay a part of it paid that way.

    An amount may be written once for all of them. A member who is free does not make the others free.
    """
    paying = [one for one in members if one["paid_how"] != FREE]
    if not paying:
        return {"fee_cents": 0, "paid_how": FREE}
    with_fee = [one for one in paying if one["fee_cents"] is not None]
    hows = {one["paid_how"] for one in with_fee or members}
    fee = sum(one["fee_cents"] for one in with_fee) if with_fee else None
    return {"fee_cents": fee, "paid_how": hows.pop() if len(hows) == 1 else ""}


def _row_candidates(
    row: int,
    cells: Sequence[str],
    roles: Sequence[str],
    headings: Sequence[str],
    usual: int,
    about: About,
) -> list[Candidate]:
    """Return the persons of a row, after the first only if a name is written; or why it is skipped."""
    values: dict[int, dict[str, str]] = {1: {}}
    for role, cell in zip(roles, cells, strict=False):
        if role:
            bare, person = split_role(role)
            values.setdefault(person, {})[bare] = cell
    written = [person for person, of in sorted(values.items()) if any(of.get(name) for name in NAME_ROLES)]
    name = written_name(values[written[0] if written else 1])
    left_out = skip_reason(cells, headings, name)
    if left_out:
        return [Candidate(row, cells, left_out=left_out)]
    team, club = values[1].get("team", ""), values[1].get("club", "")
    found = []
    for person in written or [1]:
        own = _person_values(values, person)
        found.append(_candidate(Candidate(row, cells, person, team, club, values=own), about))
    if len(written) == 1:
        found[0].doubt = _doubt(cells, name, usual)
    return found


def _person_values(values: Mapping[int, Mapping[str, str]], person: int) -> dict[str, str]:
    """Return the values of a person of a row; those without club or region have those of the first."""
    shared = {role: value for role, value in values[1].items() if role in ("club", "region")}
    own = {role: value for role, value in values[person].items() if value}
    return dict(values[1]) if person == 1 else shared | own


def _doubt(cells: Sequence[str], name: str, usual: int) -> str:
    if looks_like_a_section(cells, name, usual):
        return "section"
    if is_sentence(clean_name(name)[0]):
        return "sentence"
    if is_two_people(name):
        return "two"
    return "alone" if usual > 2 and sum(1 for cell in cells if cell) == 1 else ""


def _candidate(candidate: Candidate, about: About) -> Candidate:
    try:
        candidate.draft = clean_draft(_draft(candidate.values, candidate.unread, *about))
    except DomainError as refusal:
        candidate.refusal = refusal
    return candidate


def _draft(
    values: Mapping[str, str],
    unread: list[str],
    questions: Sequence[Question],
    categories: Sequence[Category],
) -> Draft:
    if values.get("note") in FORMULA_ERRORS:
        values = {**values, "note": ""}
    if errors := FORMULA_ERRORS & set(values.values()):
        raise DomainError("formula_without_result", value=min(errors))
    name, family, notes = read_name(values)
    if not name:
        raise DomainError("row_without_name")
    details: dict[str, Any] = {
        key: values.get(key, "") for key in ("club", "region", "member_number", "apart")
    }
    fee, about_fee = _amount(values.get("fee", ""))
    paid, about_paid = _parse_payment(values.get("paid_how", ""), fee)
    answers, about_answers = _answers(values, questions)
    held, about_held = parse_categories(values.get("category", ""), categories)
    unread += [each for each in (about_fee, about_paid, *about_answers, *about_held) if each]
    kept = dict.fromkeys([values.get("note", ""), *notes, *unread])
    note = "; ".join(each for each in kept if each)[:MAX_NOTE]
    if answers:
        details["answers"] = answers
    if held:
        details["categories"] = held
    return Draft(name, family, details=details | {"fee_cents": fee, "note": note} | paid)


def _answers(values: Mapping[str, str], questions: Sequence[Question]) -> tuple[dict[str, str], list[str]]:
    """Return answers by the number of their question, and those that are not one of the choices."""
    answers, unread = {}, []
    for question, role in zip(questions, ANSWERS, strict=False):
        typed = values.get(role, "")
        answer = question.read(typed)
        if answer is None:
            unread.append(_noted(question.text, typed))
        elif answer:
            answers[str(question.id)] = answer
    return answers, unread


def written_name(values: Mapping[str, str]) -> str:
    """Return the parts of a name in a row, by role, as they are judged; a quoted one needs no judgement."""
    return " ".join(text for role, text in values.items() if role in NAME_ROLES and not is_quoted(text))


def read_name(values: Mapping[str, str]) -> tuple[str, str, list[str]]:
    """Return the name as it is read aloud, the family name in it if the list gives one, and the remarks."""
    family, about_family = clean_name(values.get("family", ""), part=True)
    given, about_given = clean_name(values.get("given", ""), part=True)
    if family or given:
        return joined_name(given, family), family, about_family + about_given
    role = next((each for each in WHOLE_NAMES if values.get(each)), "")
    whole, about = clean_name(values.get(role, ""))
    if sum(not is_suffix(piece) for piece in comma_pieces(whole)) > MAX_PARTS:
        return whole, "", about
    given, family = split_name(whole, family_first=role == FAMILY_FIRST)
    return joined_name(given, family), family, about


def _amount(text: str) -> tuple[int | None, str]:
    """Return cents, and the rest of the text; an amount above the limit is none."""
    amount, rest = money.amount_in(text)
    return (amount, rest) if amount is None or amount <= MAX_CENTS else (None, text)


def _parse_payment(text: str, fee: int | None) -> tuple[dict[str, Any], str]:
    """Return how it was paid, and the text not understood; an amount in that column is the fee, paid.

    Nothing was paid where the words say so, and the fee was not where the amount is below it.
    """
    word = fold(text)
    if word in HOW_BY_WORD:
        return {"paid_how": HOW_BY_WORD[word]}, ""
    words = [HOW_BY_WORD[part] for part in re.findall(r"[a-z-]+", word) if HOW_BY_WORD.get(part)]
    amount, rest = _amount(text)
    how = next((each for each in words if each != "paid"), words[0] if words else "")
    if amount is not None and (not rest or fold(rest) in HOW_BY_WORD):
        said_owed = bool(rest) and not how  # «15 $ dû»
        return _paid_amount(amount, "" if said_owed else how or "paid", fee, text)
    # «reçu 12» is no amount
    return {"paid_how": "" if NOT_PAID.search(word) else how}, text


def _paid_amount(amount: int, how: str, fee: int | None, text: str) -> tuple[dict[str, Any], str]:
    """Return how a fee was paid by an amount, "" if it is owed, and the text if that says something else."""
    if how == FREE:
        return {"paid_how": how}, ""
    if not amount:
        return {"paid_how": ""}, ""
    if fee is None:
        return {"paid_how": how, "fee_cents": amount}, ""
    return {"paid_how": how if amount >= fee else ""}, "" if amount == fee else _noted(_("Paid"), text)
