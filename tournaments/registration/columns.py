"""Guess the meaning of each column of a list from its heading, or from its content.

A role is a word of `ROLES`; for the second person in a row it ends in «-2», for the third in «-3». An empty
role leaves the column out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring import DomainError
from tournaments.common.spreadsheets.table import has_letter
from tournaments.registration.headings import (
    FEE_WORDS,
    FULL_NAME_WORDS,
    HEADING_ROWS,
    NAME_ROLES,
    PARTNER_WORDS,
    groups_of,
    heading_row,
    is_ignored,
    is_mere_id,
    role_of,
    titles_of,
    words_of,
)
from tournaments.registration.name_order import FAMILY_FIRST, GIVEN_FIRST, UNDECIDED, WHOLE_NAMES, order_of
from tournaments.registration.names import PARTICLES, fold, is_first_name, is_suffix
from tournaments.registration.teams import MAX_MEMBERS


def _do_most_match(cells: Sequence[str], fits: re.Pattern[str]) -> bool:
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
    return _do_most_match(cells, FIGURES)


def is_numbering(cells: Sequence[str]) -> bool:
    """Return whether a column holds numbers and no names."""
    return is_figures(cells) and not _do_most_match(cells, LETTER)


def are_codes(cells: Sequence[str]) -> bool:
    """Return whether most cells are letters followed by figures."""
    return _do_most_match(cells, CODE)


def contradicts_role(cells: Sequence[str], bare: str) -> bool:
    """Return whether the content of a column contradicts a role."""
    if bare in NAME_ROLES or bare in ("club", "region"):
        return is_figures(cells) or (bare in NAME_ROLES and are_codes(cells))
    if bare == "fee":
        return any(cells) and not _do_most_match(cells, re.compile(r"\d"))
    return bare == "member_number" and any(cells) and not _do_most_match(cells, re.compile(r"\d"))


def roles_by_content(columns: Sequence[Sequence[str]], known: Sequence[str] = ()) -> tuple[str, ...]:
    """Guess roles: words are a name, then a club; codes and long figures a member number, others a fee.

    A column that has a role in `known` keeps it, and no other one has it.
    """
    known = known or [""] * len(columns)
    roles, texts = [""] * len(columns), []
    for index, cells in enumerate(columns):
        if known[index]:
            continue
        if are_codes(cells) or _do_most_match(cells, LONG_FIGURES):
            roles[index] = "member_number"
        elif _do_most_match(cells, LETTER):
            texts.append(index)
        elif _do_most_match(cells, AMOUNT):
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
    single = sum(_is_one_word(one) and _is_one_word(other) for one, other in pairs)
    clubs = len(pairs) >= 6 and len({fold(other) for _one, other in pairs}) * 2 <= len(pairs)
    return 5 * max(capitals, known) > 3 * len(pairs) or (5 * single >= 4 * len(pairs) and not clubs)


def _is_one_word(name: str) -> bool:
    words = [word for word in fold(re.sub(r"\(.*?\)", "", name)).split() if word.rstrip(".") not in PARTICLES]
    return len(words) <= 1 and has_letter(name)


ANSWERS = ("answer1", "answer2", "answer3", "answer4", "answer5")  # to the questions, in their order
ROLES = (
    *("name", "given", "family", "club", "region", "member_number"),
    *("fee", "paid_how", "apart", "note", *ANSWERS, "category", "team"),
    *(FAMILY_FIRST, UNDECIDED),
)
MAX_PEOPLE = MAX_MEMBERS  # in one row


@dataclass(frozen=True)
class Guess:
    """The index of the last row of headings (None: there are none), a title and a role for each column.

    `unsure` are the columns whose role the user should check.
    """

    heading: int | None
    titles: tuple[str, ...]
    roles: tuple[str, ...]
    unsure: frozenset[int] = frozenset()


def guess(rows: Sequence[Sequence[str]], remembered: Iterable[Mapping[str, str]] = ()) -> Guess:
    """Guess the headings and the roles of the columns.

    `remembered` are earlier lists, newest first: by heading, folded, the role that was confirmed.
    """
    remembered = list(remembered)
    known = [index for index, row in enumerate(rows[:HEADING_ROWS]) if _is_remembered(row, remembered)]
    if known:
        return guess_under_heading(rows, known[0], remembered)
    return guess_under_heading(rows, heading_row(rows), remembered)


def guess_under_heading(
    rows: Sequence[Sequence[str]], heading: int | None, remembered: Iterable[Mapping[str, str]] = ()
) -> Guess:
    """Guess the roles of the columns when the last heading row is known."""
    guess = _guess_roles(rows, heading, remembered)
    roles, unsure = list(guess.roles), set(guess.unsure)
    for index, role in enumerate(roles):
        bare, person = split_role(role)
        if bare in WHOLE_NAMES:
            below = [row[index] for row in rows[_first_row(guess) :]]
            order = order_of(below, guess.titles[index])
            order = bare if order == UNDECIDED and bare == FAMILY_FIRST else order  # as in an earlier list
            roles[index] = person_role(order, person)
            unsure |= {index} if order == UNDECIDED else set()
    return replace(guess, roles=tuple(roles), unsure=frozenset(unsure))


def _guess_roles(
    rows: Sequence[Sequence[str]], heading: int | None, remembered: Iterable[Mapping[str, str]]
) -> Guess:
    if heading is None:
        return _complete_by_content(Guess(None, ("",) * len(rows[0]), ("",) * len(rows[0])), rows)
    groups, titles = groups_of(rows, heading), titles_of(rows, heading)
    below = [list(column) for column in zip(*rows[heading + 1 :], strict=False)] or [[] for _ in titles]
    roles = _roles_by_headings(titles, groups, below)
    unsure = {
        index
        for index, role in enumerate(roles)
        if role and contradicts_role(below[index], split_role(role)[0])
    }
    doubled = {
        index for index, title in enumerate(titles) if not roles[index] and role_of(title) in NAME_ROLES
    }
    for memory in remembered:
        known = {index: memory[name] for index, title in enumerate(titles) if (name := fold(title)) in memory}
        if all(index in known for index, title in enumerate(titles) if title):
            return Guess(heading, titles, tuple(known.get(index, "") for index in range(len(titles))))
        for index, role in known.items():
            if role and not roles[index] and role not in roles:
                roles[index] = role
    return _complete_by_content(Guess(heading, titles, tuple(roles), frozenset(unsure | doubled)), rows)


def _complete_by_content(guess: Guess, rows: Sequence[Sequence[str]]) -> Guess:
    """Complete a guess: without a heading for names, unknown columns are judged by their content."""
    if any(split_role(role)[0] in NAME_ROLES for role in guess.roles):
        return guess
    below = [list(column) for column in zip(*rows[_first_row(guess) :], strict=True)]
    below = below or [[] for _title in guess.titles]  # nothing stands below the headings
    open_ = [[] if is_ignored(title) else cells for title, cells in zip(guess.titles, below, strict=False)]
    roles = roles_by_content(open_, guess.roles)
    found = {index for index, role in enumerate(roles) if role != guess.roles[index]}
    return replace(guess, roles=roles, unsure=guess.unsure | found)


def _first_row(guess: Guess) -> int:
    """Return the index of the first row below the headings."""
    return 0 if guess.heading is None else guess.heading + 1


def _is_remembered(row: Sequence[str], remembered: Iterable[Mapping[str, str]]) -> bool:
    """Return whether a row holds the headings of an earlier list, all of them or more."""
    folded = {fold(each) for each in row if each}
    return any(memory and memory.keys() <= folded for memory in remembered)


def _roles_by_headings(
    titles: Sequence[str], groups: Sequence[str], below: Sequence[Sequence[str]]
) -> list[str]:
    plain = [role_of(title) for title in titles]
    plain = ["" if role in NAME_ROLES and is_numbering(below[at]) else role for at, role in enumerate(plain)]
    coded = {at for at, role in enumerate(plain) if role in NAME_ROLES and are_codes(below[at])}
    if any(role in NAME_ROLES for at, role in enumerate(plain) if at not in coded):
        plain = ["" if at in coded else role for at, role in enumerate(plain)]
    if any(role == "member_number" and not is_mere_id(titles[at]) for at, role in enumerate(plain)):
        plain = ["" if is_mere_id(titles[at]) else role for at, role in enumerate(plain)]
    for index, title in enumerate(titles):
        bare = plain[index] == "name" and "given" in plain and not FULL_NAME_WORDS & words_of(title)
        if (bare and "family" not in plain[:index] + plain[index + 1 :]) or (
            bare and plain.count("given") > 1
        ):
            plain[index] = "family"
        elif plain[index] == "club" and words_of(title) == {"fadoq"} and is_figures(below[index]):
            plain[index] = "member_number"
    if plain.count("paid_how") > 1:  # «Montant payé» beside «Mode de paiement»
        amounts = {
            at for at, role in enumerate(plain) if role == "paid_how" and words_of(titles[at]) & FEE_WORDS
        }
        plain = ["fee" if at in amounts else role for at, role in enumerate(plain)]
    return _roles_with_person(plain, titles, groups)


def _roles_with_person(plain: Sequence[str], titles: Sequence[str], groups: Sequence[str]) -> list[str]:
    """Return the roles with their person in the row; a role repeated without a reason is left out."""
    roles: list[str] = []
    person, seen = 1, Counter(fold(title) for title in titles)
    several = any(
        (_person_number(title) or _person_number(group) or 0) > 1
        for title, group in zip(titles, groups, strict=True)
    )
    for role, title, group in zip(plain, titles, groups, strict=True):
        which = _person_number(title) or _person_number(group)
        if (
            role in NAME_ROLES
            and not which
            and person_role(role, person) in roles
            and (seen[fold(title)] > 1 or several)
        ):
            person += 1
        elif which:
            person = which
        taken = person_role(role, person) in roles
        shared = not which and not taken and role not in NAME_ROLES and several and seen[fold(title)] == 1
        name = role if shared and role not in roles else person_role(role, person)
        roles.append("" if taken or person > MAX_PEOPLE or not role else name)
    return roles


def _person_number(title: str) -> int | None:
    """Return the person of a row that a heading names; None if it names none."""
    if words_of(title) & PARTNER_WORDS:
        return 2
    figure = re.search(r"(?<!\d)([1-8])\W*$|^\W*([1-8])(?:re|er|e|eme|st|nd|rd|th)?\b", fold(title))
    return int(figure[1] or figure[2]) if figure else None


def person_role(role: str, person: int) -> str:
    """Return the role of a column for a person of a row: the inverse of `split_role`."""
    return role if person == 1 else f"{role}-{person}"


def is_role(role: object) -> bool:
    """Return whether it is a role that a column can have."""
    if not isinstance(role, str):
        return False
    bare, _dash, person = role.partition("-")
    return bare in ROLES and (not person or person in "2345678"[: MAX_PEOPLE - 1])


def check_order_decided(roles: Iterable[str]) -> None:
    """Raise `DomainError` while it is not decided which part of the names comes first."""
    if any(split_role(role)[0] == UNDECIDED for role in roles):
        raise DomainError("name_order_undecided")


def split_role(role: str) -> tuple[str, int]:
    """Return the role itself, and the person in the row (from 1) whose column it is."""
    bare, _dash, person = role.partition("-")
    return bare, int(person or 1)


def with_questions(guess: Guess, questions: Sequence[str]) -> Guess:
    """Return the guess with roles for the columns whose heading is one of the questions."""
    roles = list(guess.roles)
    wanted = {fold(text): role for text, role in zip(questions, ANSWERS, strict=False)}
    for index, title in enumerate(guess.titles):
        role = wanted.get(fold(title), "")
        if role and role not in roles:
            roles[index] = role
    return replace(guess, roles=tuple(roles))


def is_one_column(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the only heading is one of names, and the commas below it separate parts of names."""
    for at, row in enumerate(rows[:HEADING_ROWS]):
        if sum(map(bool, row)) == 1 and role_of(row[0]) in NAME_ROLES:
            below = [
                [each for each in cells if not is_suffix(each)] for cells in rows[at + 1 :] if any(cells)
            ]
            first = [cells[0] if cells else "" for cells in below]
            return are_two_names(first, [" ".join(cells[1:]) for cells in below])
    return False
