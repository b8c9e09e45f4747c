"""Two tournaments of an organisation on one day: people who sit at a table of the other one now."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import QuerySet

from tournaments import registration
from tournaments.models import Entry, Member, Round, Tournament, hall_queries, rows
from tournaments.rounds import scores

GOES_ON = (Round.State.SEATED, Round.State.OPEN)


class Elsewhere(NamedTuple):
    """A person entered here as `number` who has to play at a table of `other` first."""

    number: int
    name: str
    other: str
    table: int


def elsewhere(tournament: Tournament) -> list[Elsewhere]:
    """Return the people who are seated in another tournament of that day and have not finished there.

    Sorted by number and table. People who have left here are not included. A substitute plays for the team
    that they are in now.
    """
    beside = (tournament.organisation_id, str(tournament.date), tournament.pk)
    going_on = rows.fetch(hall_queries.GOING_ON_BESIDE, *GOES_ON, *beside)
    if not going_on:
        return []
    rounds = Round.objects.filter(pk__in=[key for (key,) in going_on]).select_related("stage__tournament")
    tables = {
        seat.entry_id: table
        for table in scores.table_states(list(rounds))
        if not table.settled
        for seat in table.seats
    }
    there = dict(_playing(tables).values_list("player_id", "entry_id"))
    present = registration.present(tournament, registration.next_round_number(tournament))
    here = _playing(present).filter(player__in=there).select_related("entry", "player")
    found = [(member, tables[there[member.player_id]]) for member in here]
    return sorted(
        Elsewhere(
            member.entry.number, member.player.name, table.meeting.round.stage.tournament.name, table.number
        )
        for member, table in found
    )


def _playing(entries: Iterable[Any]) -> QuerySet[Member]:
    """Return the members who play in these entries from now on, without the house player."""
    return Member.objects.filter(entry__in=entries, to_round=None).exclude(entry__kind=Entry.Kind.HOUSE)
