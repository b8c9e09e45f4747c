"""The round that is being played: how many of its tables have a result, and who has played."""

from typing import NamedTuple

from django.db.models import Count

from scoring import match as matches
from tournaments.models import Meeting, Result, Round, Stage
from tournaments.rounds import scores


class RoundInProgress(NamedTuple):
    """`tables` that play, `entered` of them with a result; `numbers` of the entries that have theirs.

    Where a round is a match of several games a table has its result once the match is over.
    """

    game: int
    tables: int
    entered: int
    numbers: frozenset[int]


def round_being_played(stage: Stage, *, settled_only: bool = False) -> RoundInProgress | None:
    """Return the round of `stage` that is being played, in three queries; None between two rounds."""
    round_ = stage.rounds.filter(state=Round.State.OPEN).order_by("number").last()
    if round_ is None:
        return None
    meetings = Meeting.objects.filter(round=round_, void_act=None)
    tables = meetings.annotate(seated=Count("seats")).filter(seated__gt=1).count()
    if matches.read_match(stage.rules).several:
        round_.stage = stage
        over = [
            table
            for table in scores.table_states([round_])
            if table.match.over and not (settled_only and table.disputed)
        ]
        played = frozenset(seat.entry.number for table in over for seat in table.seats)
        return RoundInProgress(round_.number, tables, len(over), played)
    results = Result.objects.filter(meeting__round=round_)
    if settled_only:
        results = results.filter(state="settled")
    found = list(results.values_list("meeting_id", "entry__number").order_by())
    return RoundInProgress(
        round_.number,
        tables,
        len({meeting for meeting, _number in found}),
        frozenset(number for _meeting, number in found),
    )
