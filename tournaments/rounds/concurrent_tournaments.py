"""Two tournaments of an organisation on one day: people who sit at a table of the other one now."""

from typing import NamedTuple

from django.db.models import Q, QuerySet

from tournaments import registration
from tournaments.models import Entry, Member, Round, Tournament, raw_sql, rows
from tournaments.rounds import scores

CURRENT_STATES = (Round.State.SEATED, Round.State.OPEN)


class PersonElsewhere(NamedTuple):
    """A person entered here as `number` who has to play at a table of `other` first."""

    number: int
    name: str
    other: str
    table: int


def people_elsewhere(tournament: Tournament) -> list[PersonElsewhere]:
    """Return the people who are seated in another tournament of that day and have not finished there.

    Sorted by number and table. People who have left here are not included. A substitute plays for the team
    that they are in now.
    """
    beside = (tournament.organisation_id, str(tournament.date), tournament.pk)
    going_on = rows.fetch(raw_sql.CONCURRENT_ROUNDS, *CURRENT_STATES, *beside)
    if not going_on:
        return []
    rounds = Round.objects.filter(pk__in=[key for (key,) in going_on]).select_related("stage__tournament")
    by_key = {round_.pk: round_ for round_ in rounds}
    missing = {
        (key, number)
        for key, numbers in scores.progress(tournament, list(rounds)).missing.items()
        for number in numbers
    }
    here = _current_members(Q(entry__tournament=tournament)).filter(
        entry__in=registration.entries_present(tournament.pk, registration.next_round_number(tournament))
    )
    at_a_table = Q(entry__seats__meeting__round__in=by_key, entry__seats__meeting__void_act=None)
    there = _current_members(at_a_table).filter(player__in=here.values("player"))
    seats = there.values_list(
        "player", "entry__seats__meeting__round", "entry__seats__meeting__place__number"
    )
    tables = {player: (key, number) for player, key, number in seats if (key, number) in missing}
    found = here.filter(player__in=tables).values_list("entry__number", "player__name", "player")
    return sorted(
        PersonElsewhere(number, name, by_key[tables[player][0]].stage.tournament.name, tables[player][1])
        for number, name, player in found
    )


def _current_members(which: Q) -> QuerySet[Member]:
    """Return the members who play from now on, without the house player."""
    return Member.objects.filter(which, to_round=None).exclude(entry__kind=Entry.Kind.HOUSE)
