"""Show team names that occur with several clubs in the preview, and ask about them once."""

from collections.abc import Sequence
from typing import Any

from scoring import DomainError
from tournaments.registration.candidates import Candidate
from tournaments.registration.team_names import UNDECIDED


def question(people: Sequence[Candidate]) -> dict[str, Any]:
    """Return the names and whether they are a team in each club; empty if no name is ambiguous."""
    asked = [person for person in people if person.told]
    names = list(dict.fromkeys(person.team for person in asked))
    return {"names": names, "count": len(names), "told": asked[0].told} if asked else {}


def refuse_undecided(people: Sequence[Candidate]) -> None:
    """Raise `DomainError` while it is not decided whether each club has its own teams."""
    if any(person.told == UNDECIDED for person in people):
        raise DomainError("teams_of_clubs_undecided")
