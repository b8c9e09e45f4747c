"""Names on the Internet: first name and initial, unless the person agreed to the full name.

A person's agreement is stored with the entry, as the moment when it was given. An organiser who asked
everyone declares it once for all: that is stored in the settings of the tournament, and is an act.

A team is called by its given name, unless that name identifies a member who did not agree.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tournaments.common import audit_log
from tournaments.models import Entry, Member, Tournament, User
from tournaments.models.locking import locked
from tournaments.registration import teams
from tournaments.registration.names import contains_family_name, distinct_names, first_name_and_initial

KEY = "full_names"


def declared_at(tournament: Tournament) -> datetime | None:
    """Return when the organiser declared that all agree to their full name; None: it was not declared."""
    kept = tournament.settings.get(KEY)
    return parse_datetime(kept) if kept else None


def declare(tournament: Tournament, everybody: bool, *, by: User | None) -> None:
    """Declare that all agree to their full name, or take that back."""
    with locked(tournament) as current:
        if everybody == (declared_at(current) is not None):
            return
        current.save_settings(full_names=timezone.now().isoformat() if everybody else None)
        audit_log.record(current, KEY, {"everybody": everybody}, by=by)


def public_names(tournament: Tournament) -> dict[int, str]:
    """Return all names as they may be published, by number; equal names are distinguished.

    The house player has no name there: an empty one.
    """
    everybody = declared_at(tournament) is not None
    people = tournament.entries.exclude(kind=Entry.Kind.HOUSE)
    columns = people.values_list("number", "name", "sort_name", "club", "consented_at", "team")
    rows = list(columns)
    members = _member_consents(tournament) if any(team for *_one, team in rows) else {}
    names = distinct_names(
        (
            number,
            _public_name(name, sort_name, everybody or bool(consented), team, members.get(number, ())),
            club,
        )
        for number, name, sort_name, club, consented, team in rows
    )
    houses = tournament.entries.filter(kind=Entry.Kind.HOUSE).values_list("number", flat=True)
    return names | dict.fromkeys(houses, "")


class Sample(NamedTuple):
    """A name as both choices show it."""

    short: str
    whole: str


def sample(entry: Entry) -> Sample | None:
    """Return the name of a person as both choices show it; None for a team."""
    return None if entry.team else Sample(first_name_and_initial(entry.name, entry.sort_name), entry.name)


def shortened_names(tournament: Tournament) -> frozenset[str]:
    """Return the published names that are shorter than the full ones, those of members of teams too."""
    if declared_at(tournament) is not None:
        return frozenset()
    names = public_names(tournament)
    alone = tournament.entries.filter(consented_at=None, team=[]).exclude(kind=Entry.Kind.HOUSE)
    members = [one for some in _member_consents(tournament).values() for one in some if one.plays]
    return frozenset(
        {names[number] for number, name in alone.values_list("number", "name") if names[number] != name}
        | {one.public_name for one in members if one.public_name != one.name}
    )


def _public_name(
    name: str, sort_name: str, agrees: bool, team: Sequence[str], members: Sequence["MemberConsent"]
) -> str:
    """Return a person's name as they agreed to, or the given name of a team with its members' names."""
    if not team:
        return name if agrees else first_name_and_initial(name, sort_name)
    given = given_name(name, team, members)
    if not given:
        return public_team(name, team, members)
    return teams.name_with_members(given, [one.public_name for one in members if one.plays], named=True)


class MemberConsent(NamedTuple):
    """A member of a team: whether they agree to their full name, and whether they play now."""

    name: str
    sort_name: str
    agrees: bool
    plays: bool = True

    @property
    def public_name(self) -> str:
        """Return the name as it may be published."""
        return self.name if self.agrees else first_name_and_initial(self.name, self.sort_name)


def given_name(name: str, team: Sequence[str], members: Iterable[MemberConsent]) -> str:
    """Return the given name of a team, as it may be published.

    Empty if it has none, or if it contains the family name of a member who did not agree: such a team is
    called by its members.
    """
    if teams.is_composed(name, team):
        return ""
    hidden = any(contains_family_name(one.name, one.sort_name, name) for one in members if not one.agrees)
    return "" if hidden else name


def public_team(name: str, team: Sequence[str], members: Sequence[MemberConsent]) -> str:
    """Return the given name of a team, or the names of its current members, as they may be published."""
    playing = [one.public_name for one in members if one.plays]
    return given_name(name, team, members) or teams.joined_member_names(playing)


def public_members(tournament: Tournament) -> dict[int, list[str]]:
    """Return those who play in each team now, as each may be published, by number of the team."""
    consents = _member_consents(tournament)
    return {number: [one.public_name for one in members if one.plays] for number, members in consents.items()}


def _member_consents(tournament: Tournament) -> dict[int, list[MemberConsent]]:
    return {number: members for (_day, number), members in consents_by_team([tournament]).items()}


def consents_by_team(tournaments: Iterable[Tournament]) -> dict[tuple[int, int], list[MemberConsent]]:
    """Return the consent of all present and former members of teams, by tournament and number of the team."""
    declared = {one.pk: declared_at(one) is not None for one in tournaments}
    members = Member.objects.filter(entry__tournament__in=declared, entry__kind=Entry.Kind.TEAM)
    columns = ("player__name", "player__sort_name", "consented_at", "to_round")
    rows = members.order_by("entry", "position", "from_round").values_list(
        "entry__tournament", "entry__number", *columns
    )
    found: dict[tuple[int, int], list[MemberConsent]] = {}
    for tournament, number, name, by, consented, last in rows:
        one = MemberConsent(name, by, declared[tournament] or consented is not None, last is None)
        found.setdefault((tournament, number), []).append(one)
    return found
