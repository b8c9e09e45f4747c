"""The people of each team, present and former, and how those who play on its boards are named in a hall.

A name is not in a team twice at one time, so it identifies a person; coming back creates a new player.
"""

from typing import NamedTuple

from django.db.models import Case, OuterRef, QuerySet, Subquery, When
from django.utils.translation import gettext as _

from tournaments.models import Entry, Member, Seat, Tournament
from tournaments.registration.consent import declared_at
from tournaments.registration.names import distinct_names, first_name_and_initial, fold
from tournaments.registration.teams import is_named, name_in_hall


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
    for number, key, name, by, consented in members.order_by("position", "from_round").values_list(*columns):
        rows = found.setdefault(number, {}).setdefault(fold(name), [])
        rows.append((key, name, by, everybody or consented is not None))
    return {number: _squad(list(people.values())) for number, people in found.items()}


def _squad(people: list[list[tuple[int, str, str, bool]]]) -> Squad:
    names = {}
    for at, rows in enumerate(people, start=1):
        _key, name, sort_name, _agrees = rows[0]
        agrees = all(agrees for *_member, agrees in rows)
        names[at] = name if agrees else first_name_and_initial(name, sort_name)
    shown = distinct_names((at, name, "") for at, name in names.items())
    places = {key: at for at, rows in enumerate(people, start=1) for key, *_member in rows}
    return Squad(tuple(shown.values()), places)


def short_team_name(entry: Entry) -> str:
    """Return a team beside a member's name: its own name, or its number if it is called by its members."""
    if is_named(entry) or not entry.team:
        return entry.name
    return _("team %(number)s") % {"number": entry.number}


def is_seat_empty(seat: Seat, board: int | None) -> bool:
    """Return whether a team leaves its side of a board empty; a floater team plays without a member."""
    return board is not None and seat.member_id is None and bool(seat.entry.team)


def member_on_board(seat: Seat) -> str:
    """Return the member who plays there, without the team; a floater team is called by its entry."""
    if seat.member:
        return seat.member.player.name
    return _("nobody") if seat.entry.team else seat.entry.name


def annotate_past_players(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Annotate seats with the player of that round, if the number was taken over later (`names_at_seat`)."""
    number = OuterRef("meeting__round__number")
    then = Member.objects.filter(entry=OuterRef("entry"), from_round__lte=number, to_round__gte=number)
    then = then.filter(entry__kind=Entry.Kind.PLAYER).order_by("from_round")
    name = Subquery(then.values("player__name")[:1])
    return seats.annotate(who_played=Case(When(meeting__round__stage__order=1, then=name)))


def names_at_seat(seat: Seat, board: int | None) -> str:
    """Return who sits there: an entry with its members, or on a `board` the member with the team."""
    if board is None or not seat.entry.team:
        return getattr(seat, "who_played", None) or name_in_hall(seat.entry)
    if seat.member is None:
        return _("nobody (%(team)s)") % {"team": short_team_name(seat.entry)}
    return member_with_team(seat.member, seat.entry)


def member_with_team(member: Member, entry: Entry) -> str:
    """Return a member with the name of the team."""
    return f"{member.player.name} ({short_team_name(entry)})"
