"""The present and former players of each team: a player who left and came back is in its squad once.

A name is not in a team twice at one time, so it identifies a person; coming back creates a new player.
"""

from typing import NamedTuple

from tournaments.models import Entry, Member, Tournament
from tournaments.registration.consent import declared_at
from tournaments.registration.names import first_name_and_initial, fold, told_apart


class Squad(NamedTuple):
    """The people of a team in order, and the place of each member in it, from 1, by the member's key."""

    names: tuple[str, ...]
    places: dict[int, int]


def squads(tournament: Tournament, *, public: bool = False) -> dict[int, Squad]:
    """Return the squads of the teams, by number; `public`: with names as they may be published."""
    everybody = not public or declared_at(tournament) is not None
    members = Member.objects.filter(entry__tournament=tournament, entry__kind=Entry.Kind.TEAM)
    columns = ("entry__number", "pk", "player__name", "player__sort_name", "consented_at")
    found: dict[int, dict[str, list[tuple[int, str, str, bool]]]] = {}
    for number, key, name, by, said in members.order_by("position", "from_round").values_list(*columns):
        rows = found.setdefault(number, {}).setdefault(fold(name), [])
        rows.append((key, name, by, everybody or said is not None))
    return {number: _squad(list(people.values())) for number, people in found.items()}


def _squad(people: list[list[tuple[int, str, str, bool]]]) -> Squad:
    names = {}
    for at, rows in enumerate(people, start=1):
        _key, name, sort_name, _agrees = rows[0]
        agrees = all(agrees for *_member, agrees in rows)
        names[at] = name if agrees else first_name_and_initial(name, sort_name)
    told = told_apart((at, name, "") for at, name in names.items())
    places = {key: at for at, rows in enumerate(people, start=1) for key, *_member in rows}
    return Squad(tuple(told.values()), places)
