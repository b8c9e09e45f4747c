"""Clubs that a list spells in several ways: shown in its preview, asked once, entered in one way."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest

from scoring import DomainError
from tournaments.registration import People
from tournaments.registration.candidates import Candidate
from tournaments.registration.clubs import Spellings, one_spelling, respelled, spellings
from tournaments.registration.roster import Draft

ONE, SEVERAL = "one", "several"


def questions(request: HttpRequest, people: Sequence[Candidate], entered: People) -> list[dict[str, Any]]:
    """Return each club spelled in several ways: its spellings, how often each occurs, and the choice."""
    return [
        {
            "group": group,
            "usual": group.written[0],
            "spellings": list(zip(group.written, group.counts, strict=True)),
            "choice": _choice(request, group),
        }
        for group in _groups(people, entered)
    ]


def in_one_spelling(request: HttpRequest, people: Sequence[Candidate], entered: People) -> list[Draft]:
    """Return the drafts of `people` with their clubs written as was chosen.

    Raises `DomainError` where it was not chosen whether spellings are one club.
    """
    groups = _groups(people, entered)
    choices = {group: _choice(request, group) for group in groups}
    if not all(choices.values()):
        raise DomainError("club_spelling_undecided")
    usual = one_spelling(group for group, choice in choices.items() if choice == ONE)
    return [_respelled(draft, usual) for draft in _drafts(people)]


def _groups(people: Sequence[Candidate], entered: People) -> list[Spellings]:
    drafts = list(_drafts(people))
    written = [draft.details["club"] for draft in drafts if not draft.members]
    written += [mate.club for draft in drafts for mate in draft.members]
    return spellings(written, [club for _number, _name, club, _member_number in entered])


def _drafts(people: Iterable[Candidate]) -> Iterable[Draft]:
    return (person.draft for person in people if person.draft)


def _choice(request: HttpRequest, group: Spellings) -> str:
    """Return the choice by hand; else one club if the letters are the same, and nothing if not."""
    chosen = request.POST.get(f"club-{group.key}", "")
    return chosen if chosen in (ONE, SEVERAL) else ONE if group.sure else ""


def _respelled(draft: Draft, usual: dict[str, str]) -> Draft:
    details = draft.details | {"club": respelled(draft.details["club"], usual)}
    members = tuple(replace(mate, club=respelled(mate.club, usual)) for mate in draft.members)
    return replace(draft, details=details, members=members)
