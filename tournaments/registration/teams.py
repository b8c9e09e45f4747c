"""Teams: two to eight people under one number, who play as one side in all rounds, and their names.

A team has a given name, or is called by its members. Which of both is not stored: a name that is not that of
its members was given.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

from django.db.models import Count, Q, QuerySet

from scoring import DomainError
from tournaments.common import sanitize
from tournaments.common.competitors import PLAYERS, competitor_kind
from tournaments.models import Entry, Tournament
from tournaments.models.rows import prepared
from tournaments.registration.duplicates import name_key
from tournaments.registration.names import (
    PARTICLES,
    distinct_names,
    family_name,
    fold,
    sort_name,
    stored_sort_name,
)

MIN_MEMBERS, MAX_MEMBERS = 2, 8
# So many members are written side by side; more would fill a slip, or a line of a phone.
MAX_NAMED_MEMBERS = 4
MAX_SHORT_NAMES = 2  # so many of a larger team are named
MAX_NAME_LENGTH = 120
NAME_SEPARATOR = " / "


@dataclass(frozen=True)
class NewMember:
    """A member of a team to be entered; `came_as` is the content of their own entry (`partner_draw.py`)."""

    name: str
    family: str = ""
    club: str = ""
    member_number: str = ""
    consented_at: datetime | None = None
    came_as: dict[str, Any] | None = None


def composed_name(names: Sequence[str]) -> str:
    """Return the name of a team that was given none.

    It is both names of a pair, the family names of more, and of a large team the first of them.

    >>> composed_name(["Réal Tremblay", "Noëlla L'Écuyer"])
    "Réal Tremblay / Noëlla L'Écuyer"
    >>> composed_name(["Réal Tremblay", "Noëlla L'Écuyer", "Pat O'Brien"])
    "Tremblay / L'Écuyer / O'Brien"
    >>> composed_name(["Réal Tremblay", "Noëlla L'Écuyer", "Pat O'Brien", "Zoé Roy", "Léo Côté"])
    "Tremblay / L'Écuyer + 3"
    """
    if len(names) <= 2 and len(NAME_SEPARATOR.join(names)) <= MAX_NAME_LENGTH:
        return NAME_SEPARATOR.join(names)
    return joined_member_names(_family_names(names))[:MAX_NAME_LENGTH]


def joined_member_names(names: Sequence[str]) -> str:
    """Join the members of a team as one name: all of a few, of more the first two and how many others."""
    if len(names) <= MAX_NAMED_MEMBERS:
        return NAME_SEPARATOR.join(names)
    return f"{NAME_SEPARATOR.join(names[:MAX_SHORT_NAMES])} + {len(names) - MAX_SHORT_NAMES}"


def composed_full_name(names: Sequence[str]) -> str:
    """Return what `composed_name` would with all names: it identifies a team without a given name."""
    return (
        composed_name(names)
        if len(names) <= MAX_NAMED_MEMBERS
        else NAME_SEPARATOR.join(_family_names(names))[:MAX_NAME_LENGTH]
    )


def is_composed(name: str, team: Sequence[str]) -> bool:
    """Return whether a team was given no name of its own; older programs named all of a large one."""
    return name in (composed_name(team), composed_full_name(team))


def is_made_of_names(name: str, team: Sequence[str], *, in_doubt: bool = False) -> bool:
    """Return whether a stored name of a team is made of names, some of which were corrected since.

    It has a part for each member, and shares a word with the names of the members. `in_doubt` is returned for
    other parts of several words, which may be former names.

    >>> is_made_of_names("Zoé Roi / Ada Low", ["Zoé Roy", "Ada Lo"])
    True
    >>> is_made_of_names("Coeur / Pique", ["Zoé Roy", "Ada Lo"], in_doubt=True)
    False
    """
    if is_composed(name, team):
        return True
    own = {word for word in name_key(" ".join(team)).split() if len(word) > 1} - PARTICLES
    parts = [name_key(part).split() for part in _parts_as_of_names(name, team)]
    return any(not own.isdisjoint(part) or (in_doubt and len(part) > 1) for part in parts)


def _parts_as_of_names(name: str, team: Sequence[str]) -> list[str]:
    """Return the parts of a name if they are as many as composed of the members; otherwise none."""
    parts = name.split(NAME_SEPARATOR)
    others = f" + {len(team) - MAX_SHORT_NAMES}"
    if len(team) > MAX_NAMED_MEMBERS and len(parts) == MAX_SHORT_NAMES and name.endswith(others):
        return name.removesuffix(others).split(NAME_SEPARATOR)
    return parts if len(parts) == len(team) > 1 else []


def _family_names(names: Sequence[str]) -> list[str]:
    return [family_name(name, sort_name(name)) or name for name in names]


def team_sort_key(name: str) -> str:
    """Return the key that a team is sorted by in a list: its whole name, folded."""
    return stored_sort_name(name, name)


def is_named(entry: Entry) -> bool:
    """Return whether a team has a name of its own."""
    return bool(entry.team) and not is_composed(entry.name, entry.team)


def name_with_members(name: str, team: Sequence[str], *, named: bool) -> str:
    """Return the name of an entry with the members of a team that has a name of its own, if they are few.

    >>> name_with_members("Les Valets", ["Réal Tremblay", "Pat O'Brien"], named=True)
    "Les Valets (Réal Tremblay, Pat O'Brien)"
    >>> name_with_members("Zoé Roy", [], named=False)
    'Zoé Roy'
    """
    return f"{name} ({', '.join(team)})" if named and len(team) <= MAX_NAMED_MEMBERS else name


def name_in_hall(entry: Entry) -> str:
    """Return the name of an entry in a hall: a team with its members."""
    return name_with_members(entry.name, entry.team, named=is_named(entry))


def members_not_in_name(name: str, team: Sequence[str]) -> str:
    """Return the members of a team where its name does not show who they are; else "".

    >>> members_not_in_name("Les Valets", ["Réal Tremblay", "Pat O'Brien"])
    "Réal Tremblay, Pat O'Brien"
    >>> members_not_in_name("Réal Tremblay / Pat O'Brien", ["Réal Tremblay", "Pat O'Brien"])
    ''
    """
    return "" if name == NAME_SEPARATOR.join(team) else ", ".join(team)


def members_by_number(tournament: Tournament) -> dict[int, str]:
    """Return the members of each team whose name does not show them, by number; not of large teams."""
    of_teams = tournament.entries.filter(kind=Entry.Kind.TEAM).values_list("number", "name", "team")
    return {
        number: members_not_in_name(name, team)
        for number, name, team in of_teams
        if len(team) <= MAX_NAMED_MEMBERS
    }


def members_per_entry(tournament: Tournament) -> int:
    """Return how many play under each number where all are teams of one size; else 1."""
    entered = tournament.entries.exclude(kind=Entry.Kind.HOUSE).values_list("team", flat=True)
    found = {len(team) or 1 for team in entered}
    return found.pop() if len(found) == 1 else 1


def competing_kind(tournament: Tournament) -> str:
    """Return what competes under the numbers: `PLAYERS`, `TEAMS`, or `ENTRIES` where there are both."""
    return competing_kinds([tournament])[tournament.pk]


def competing_kinds(tournaments: Sequence[Tournament]) -> dict[int, str]:
    """Return the same of several tournaments, by their keys, in one query."""
    entered = _entry_counts([one.pk for one in tournaments])
    found = {key: competitor_kind(every, among) for key, every, among in entered}
    return {one.pk: found.get(one.pk, PLAYERS) for one in tournaments}


@prepared
def _entry_counts(tournaments: list[int]) -> QuerySet[Entry, Any]:
    entered = Entry.objects.filter(tournament__in=tournaments).exclude(kind=Entry.Kind.HOUSE).order_by()
    teams = Count("pk", filter=Q(kind=Entry.Kind.TEAM))
    return entered.values_list("tournament").annotate(every=Count("pk"), teams=teams)


def names_in_hall(tournament: Tournament) -> dict[int, str]:
    """Return the names of all entries in the hall, by number; equal names are distinguished."""
    columns = tournament.entries.values_list("number", "name", "club", "team")
    return distinct_names(
        (number, name_with_members(name, team, named=bool(team) and not is_composed(name, team)), club)
        for number, name, club, team in columns
    )


def persons(entry: Entry) -> list[str]:
    """Return the names of all who play under a number."""
    return list(entry.team) or [entry.name]


def undersized_entries(entries: Iterable[Entry], needed: int) -> list[Entry]:
    """Return those of `entries` with fewer people than play under one number, if that is more than one."""
    return [entry for entry in entries if entry.kind != Entry.Kind.HOUSE and len(persons(entry)) < needed]


class NamedEntry(Protocol):
    """An entry, or those columns of it by which it is found."""

    @property
    def sort_name(self) -> str: ...

    @property
    def team(self) -> Sequence[str]: ...


def found_by(entry: Entry | NamedEntry) -> str:
    """Return the names by which `is_found` finds an entry: its own and those of all members, one a line."""
    return "\n".join([entry.sort_name, *(sort_name(name) for name in entry.team)])


def clean_members(mates: Iterable[NewMember]) -> tuple[NewMember, ...]:
    """Return the members of a team, cleaned. Raises `DomainError`: too few, too many, a person twice."""
    clean = tuple(replace(mate, name=clean_name(mate.name)) for mate in mates if mate.name.strip())
    if len(clean) == 1:
        raise DomainError("team_size", least=MIN_MEMBERS, most=MAX_MEMBERS)
    if len(clean) > MAX_MEMBERS:
        raise DomainError("team_too_large", count=len(clean), most=MAX_MEMBERS)
    check_names_differ([mate.name for mate in clean])
    return clean


def check_names_differ(names: Sequence[str]) -> None:
    """Raise `DomainError` where one name is twice in a team."""
    folded = [fold(name) for name in names]
    twice = next((name for name in names if folded.count(fold(name)) > 1), None)
    if twice:
        raise DomainError("member_twice", name=twice)


def clean_name(name: str) -> str:
    """Return a name without characters that are not part of it. Raises `DomainError` if empty or endless."""
    name = sanitize.clean_line(name)
    if not name:
        raise DomainError("name_missing")
    if len(name) > MAX_NAME_LENGTH:
        raise DomainError("name_too_long", most=MAX_NAME_LENGTH)
    return name
