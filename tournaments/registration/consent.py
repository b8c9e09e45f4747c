"""Names on the Internet: first name and initial, unless the person said yes to the full name.

What somebody said is kept with the entry, as the moment when they said it. An organiser who asked everybody
declares it once for all: that is kept in the settings of the tournament, and is an act.
"""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tournaments import acts
from tournaments.models import Entry, Member, Tournament, User
from tournaments.models.tournament import locked
from tournaments.registration import teams
from tournaments.registration.names import first_name_and_initial, told_apart

KEY = "full_names"


def declared_at(tournament: Tournament) -> datetime | None:
    """When the organiser declared that everybody agrees to their full name; None: it was not declared."""
    kept = tournament.settings.get(KEY)
    return parse_datetime(kept) if kept else None


def declare(tournament: Tournament, everybody: bool, *, by: User | None) -> None:
    """Declare that everybody agrees to their full name, or take that back."""
    with locked(tournament.pk) as current:
        if everybody == (declared_at(current) is not None):
            return
        current.keep(full_names=timezone.now().isoformat() if everybody else None)
        acts.record(current, KEY, {"everybody": everybody}, by=by)


def public_names(tournament: Tournament) -> dict[int, str]:
    """How everybody is called on the Internet, by number; those who would be called alike are told apart.

    The house player has no name there: an empty one.
    """
    everybody = declared_at(tournament) is not None
    people = tournament.entries.exclude(kind=Entry.Kind.HOUSE)
    columns = people.values_list("number", "name", "sort_name", "club", "consented_at", "team")
    rows = list(columns)
    members = _members(tournament, everybody) if any(team for *_one, team in rows) else {}
    told = told_apart(
        (number, _public(name, sort_name, everybody or bool(said), team, members.get(number, ())), club)
        for number, name, sort_name, club, said, team in rows
    )
    houses = tournament.entries.filter(kind=Entry.Kind.HOUSE).values_list("number", flat=True)
    return told | dict.fromkeys(houses, "")


def _public(name: str, sort_name: str, agrees: bool, team: Sequence[str], members: Sequence[str]) -> str:
    """A person by what they said; the name that a team was given, with its members by what they said."""
    if not team:
        return name if agrees else first_name_and_initial(name, sort_name)
    if teams.is_composed(name, team):
        return teams.side_by_side(members)
    return teams.told(name, members, named=True)


def public_members(tournament: Tournament) -> dict[int, list[str]]:
    """Those who play in each team now, as each may be called on the Internet, by the number of the team."""
    return _members(tournament, declared_at(tournament) is not None)


def _members(tournament: Tournament, everybody: bool) -> dict[int, list[str]]:
    """Those who play in a team now, as each may be called on the Internet, by the number of the team."""
    playing = Member.objects.filter(entry__tournament=tournament, entry__kind=Entry.Kind.TEAM, to_round=None)
    columns = ("entry__number", "player__name", "player__sort_name", "consented_at")
    found: dict[int, list[str]] = {}
    for number, name, sort_name, said in playing.order_by("position", "from_round").values_list(*columns):
        agrees = everybody or said is not None
        found.setdefault(number, []).append(name if agrees else first_name_and_initial(name, sort_name))
    return found
