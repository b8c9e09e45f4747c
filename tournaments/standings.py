"""4  Standings, worked out from the lines: by one query on the cache, or by a replay up to a version."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q, Sum

from scoring import ranking
from scoring.ranking import Decision
from tournaments import formats, medals, scorebook
from tournaments.models import Entry, Meeting, Result, Round, Seat, Stage, Tournament

TOTALS = ("pegged", "match_points", "won", "skunks", "spread", "played", "value")


@dataclass(frozen=True)
class Row:
    """A line of the standings. `points` is what ranks; `above` the entry next above, `gap` by how much."""

    rank: int
    number: int
    name: str
    club: str
    points: int
    pegged: int
    match_points: int
    won: int
    skunks: int
    spread: int
    played: int
    credited: int
    shared: bool
    above: int | None
    gap: int
    decision: Decision | None = None


@dataclass(frozen=True)
class Standings:
    """Standings of a tournament as of a version, through a round."""

    version: int
    through_round: int
    rounds: int
    rows: list[Row] = field(default_factory=list)


def standings(tournament: Tournament, upto: int | None = None, through_round: int | None = None) -> Standings:
    """The standings now, or as of version `upto`, or counting rounds up to `through_round` only.

    Credits for byes and missed games count once their round is closed; the house player is not ranked.
    """
    stage = tournament.stages.get(order=1)
    totals = _replayed(stage, upto, through_round) if upto is not None else _cached(stage, through_round)
    credits = _credits(stage, through_round)
    entries = {
        entry.number: entry
        for entry in tournament.entries.all()
        if entry.kind in (Entry.Kind.PLAYER, Entry.Kind.TEAM)
    }
    full = {number: _with_credit(totals.get(number), credits.get(number, 0)) for number in entries}
    criteria = formats.FORMATS[stage.rules["format"]].criteria(stage.rules)
    decided = {} if through_round is not None else medals.decisions(tournament, upto=upto)
    rows = [
        _row(place, entries[place.number], full[place.number], credits.get(place.number, 0), criteria[0])
        for place in ranking.rank(full, criteria, decided)
    ]
    last = through_round or stage.rounds.filter(state=Round.State.CLOSED).count()
    version = tournament.version if upto is None else upto
    return Standings(version, last, stage.rules["rounds"], rows)


def _with_credit(totals: dict[str, int] | None, credit: int) -> dict[str, int]:
    full = dict(totals) if totals else dict.fromkeys(TOTALS, 0)
    full["pegged"] += credit
    return full


def _row(place: ranking.Row, entry: Entry, totals: dict[str, int], credited: int, criterion: str) -> Row:
    return Row(
        rank=place.rank,
        number=place.number,
        name=entry.name,
        club=entry.club,
        points=totals[criterion],
        pegged=totals["pegged"],
        match_points=totals["match_points"],
        won=totals["won"],
        skunks=totals["skunks"],
        spread=totals["spread"],
        played=totals["played"],
        credited=credited,
        shared=bool(place.shared_with),
        above=place.behind,
        gap=place.gap,
        decision=place.decision,
    )


def _cached(stage: Stage, through_round: int | None) -> dict[int, dict[str, int]]:
    results = Result.objects.filter(stage=stage)
    if through_round is not None:
        results = results.filter(meeting__round__number__lte=through_round)
    rows = (
        results.values("entry_id", "entry__number")
        .annotate(
            pegged_=Sum("pegged"),
            match_points_=Sum("match_points"),
            won_=Sum("won"),
            skunks_=Count("pk", filter=Q(skunk__gt=0)),
            spread_=Sum("spread"),
            played_=Sum("played"),
            value_=Sum("value"),
        )
        .order_by()
    )
    return {row["entry__number"]: {name: row[f"{name}_"] for name in TOTALS} for row in rows}


def _replayed(stage: Stage, upto: int, through_round: int | None) -> dict[int, dict[str, int]]:
    """The same totals from the lines alone, as of version `upto`."""
    totals: dict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys(TOTALS, 0))
    meetings = Meeting.objects.filter(Q(void_act=None) | Q(void_act__version__gt=upto), round__stage=stage)
    if through_round is not None:
        meetings = meetings.filter(round__number__lte=through_round)
    for meeting in meetings.filter(lines__version__lte=upto).distinct():
        sides = scorebook.sides_of(meeting)
        for game in range(1, meeting.games_planned + 1):
            amount = scorebook.amount_of(meeting, game, upto)
            data = getattr(amount, "data", None)
            if data is None:
                continue
            values = scorebook.GAMES[stage.game].earned(data, stage.rules, meeting.games_planned)
            for side, value in zip(sides, values, strict=True):
                for number in side:
                    _add(totals[number], value)
    return dict(totals)


def _add(totals: dict[str, int], value: Any) -> None:
    for name in ("pegged", "match_points", "won", "spread", "played"):
        totals[name] += int(getattr(value, name))
    totals["skunks"] += int(value.skunk > 0)


def _credits(stage: Stage, through_round: int | None) -> dict[int, int]:
    """Declared credits by entry number: byes sat out and games missed in rounds that are closed."""
    rounds = stage.rounds.filter(state=Round.State.CLOSED)
    if through_round is not None:
        rounds = rounds.filter(number__lte=through_round)
    closed = rounds.count()
    bye, missed = stage.rules["bye_credit"] or 0, stage.rules["missed"] or 0
    if not closed or not (bye or missed):
        return {}
    seated = Seat.objects.filter(meeting__void_act=None, meeting__round__in=rounds)
    sat = dict(seated.values_list("entry__number").annotate(Count("pk")).order_by())
    alone = dict(
        Meeting.objects.filter(void_act=None, round__in=rounds)
        .annotate(people=Count("seats"))
        .filter(people=1)
        .values_list("seats__entry__number")
        .annotate(Count("pk"))
        .order_by()
    )
    numbers = stage.tournament.entries.values_list("number", flat=True)
    return {number: alone.get(number, 0) * bye + (closed - sat.get(number, 0)) * missed for number in numbers}
