"""Explain why people meet, from the seats of a seated round and the rounds before it."""

from tournaments.models import Meeting, Round
from tournaments.pairing import pairing_systems
from tournaments.pairing.explanation import Explained
from tournaments.rounds.history import past
from tournaments.rounds.meetings import planned_tables
from tournaments.rounds.seating import people, ranks_first


def explained(round_: Round) -> Explained:
    """Return a seated round, to be explained table by table."""
    stage = round_.stage
    return Explained(
        planned_tables(round_),
        people(stage, round_.number),
        past(stage, round_.number),
        movement=stage.movement,
        by=ranks_first(stage),
    )


def by_hand(round_: Round) -> dict[int, str]:
    """Return the tables that no movement worked out, by their number, with their origin.

    The origin is `hand`, `as_played`, `made_up`, or `file` where a file of seats says so.
    """
    file = pairing_systems.seats_file_of(round_.stage.rules)
    said = (
        [table.table for table in planned_tables(round_) if file.follows(table, round_.number)]
        if file
        else []
    )
    others = round_.meetings.filter(void_act=None).exclude(origin=Meeting.Origin.MOVEMENT)
    return dict.fromkeys(said, "file") | {
        table: origin for table, origin in others.values_list("place__number", "origin") if table is not None
    }
