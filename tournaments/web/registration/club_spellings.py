"""Clubs that a list spells in an unknown way: shown in its preview with those that are near, asked once.

What is chosen is remembered by the organisation (`registration/known_clubs.py`).
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest

from scoring import DomainError
from tournaments.models import Club, Tournament
from tournaments.registration import People
from tournaments.registration.candidates import Candidate
from tournaments.registration.clubs import Spellings, spellings
from tournaments.registration.known_clubs import known_club_names, remember_spellings
from tournaments.registration.roster import Draft, with_respelled_clubs

ONE, SEVERAL, ANOTHER_PREFIX = "one", "several", "another-"


def questions(
    request: HttpRequest, tournament: Tournament, people: Sequence[Candidate], entered: People
) -> list[dict[str, Any]]:
    """Return each club spelled in several ways: its spellings, how often each occurs, and the choices."""
    return [
        {
            "group": group,
            "usual": group.written[0],
            "others": [(f"{ANOTHER_PREFIX}{at}", club) for at, club in enumerate(group.known) if at],
            "spellings": list(zip(group.written, group.counts, strict=True)),
            "choice": _choice(request, group),
        }
        for group in _groups(tournament, people, entered)
    ]


def unify_clubs(
    request: HttpRequest, tournament: Tournament, people: Sequence[Candidate], entered: People
) -> list[Draft]:
    """Return the drafts of `people` with their clubs written as was chosen, and remember it.

    Raises `DomainError` where it was not chosen whether spellings are one club.
    """
    groups = _groups(tournament, people, entered)
    choices = {group: _choice(request, group) for group in groups}
    if not all(choices.values()):
        raise DomainError("club_spelling_undecided")
    usual = {
        spelling: _chosen_club(group, choice)
        for group, choice in choices.items()
        if choice != SEVERAL
        for spelling in group.undecided
    }
    if not tournament.example:
        remember_spellings(tournament.organisation_id, usual)
    return [with_respelled_clubs(draft, usual) for draft in _drafts(people)]


def _chosen_club(group: Spellings, choice: str) -> str:
    return group.written[0] if choice == ONE else group.known[int(choice.removeprefix(ANOTHER_PREFIX))]


def _groups(tournament: Tournament, people: Sequence[Candidate], entered: People) -> list[Spellings]:
    drafts = list(_drafts(people))
    written = [draft.details["club"] for draft in drafts if not draft.members]
    written += [mate.club for draft in drafts for mate in draft.members]
    here = [club for _number, _name, club, _member_number in entered]
    settled = known_club_names(tournament.organisation_id, {*written, *here})
    ours = Club.objects.filter(organisation=tournament.organisation_id).values_list("name", flat=True)
    return spellings(
        [settled.get(club, club) for club in written], [settled.get(club, club) for club in here], ours
    )


def _drafts(people: Iterable[Candidate]) -> Iterable[Draft]:
    return (person.draft for person in people if person.draft)


def _choice(request: HttpRequest, group: Spellings) -> str:
    """Return the choice by hand; else one club if the letters are the same, and nothing if not."""
    chosen = request.POST.get(f"club-{group.key}", "")
    possible = (ONE, SEVERAL, *(f"{ANOTHER_PREFIX}{at}" for at in range(1, len(group.known))))
    return chosen if chosen in possible else ONE if group.sure else ""
