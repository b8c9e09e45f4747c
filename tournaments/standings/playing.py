"""The round that is being played: how many of its tables are in, and who has played."""

from typing import NamedTuple

from django.db.models import Count

from tournaments.models import Meeting, Result, Round, Stage


class Playing(NamedTuple):
    """`tables` that play, `entered` of them with a result; `numbers` of the entries that have theirs."""

    game: int
    tables: int
    entered: int
    numbers: frozenset[int]


def playing(stage: Stage, *, settled_only: bool = False) -> Playing | None:
    """The round of `stage` that is being played, in three queries; None between two rounds."""
    round_ = stage.rounds.filter(state=Round.State.OPEN).order_by("number").last()
    if round_ is None:
        return None
    meetings = Meeting.objects.filter(round=round_, void_act=None)
    tables = meetings.annotate(sides=Count("seats__side", distinct=True)).filter(sides__gt=1).count()
    results = Result.objects.filter(meeting__round=round_)
    if settled_only:
        results = results.filter(state="settled")
    found = list(results.values_list("meeting_id", "entry__number").order_by())
    return Playing(
        round_.number,
        tables,
        len({meeting for meeting, _number in found}),
        frozenset(number for _meeting, number in found),
    )
