"""What everybody has so far, by the key of their entry: from the cache, or from the lines alone."""

from collections import Counter, defaultdict
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, Sum

from scoring import settle as settling
from scoring.settle import Open
from tournaments import scorebook
from tournaments.models import Entry, Line, Meeting, Result, Round, Seat, Stage


class Total(NamedTuple):
    """What an entry has of its games. `skunks` counts games, `awards` those that were not played out."""

    pegged: int
    match_points: int
    won: int
    skunks: int
    spread: int
    played: int
    awards: int


class Credit(NamedTuple):
    """Declared points for games that an entry sat out or missed, and how many of each."""

    points: int
    byes: int
    missed: int


NOTHING = Total(0, 0, 0, 0, 0, 0, 0)
NO_CREDIT = Credit(0, 0, 0)


def cached(stage: Stage, _upto: None, through_round: int | None, settled_only: bool) -> dict[int, Total]:
    """Totals in one query, answered by the index `result_standings` alone where all rounds count."""
    results = Result.objects.filter(stage=stage)
    if settled_only:
        results = results.filter(state="settled")
    if through_round is not None:
        results = results.filter(meeting__round__number__lte=through_round)
    rows = results.values_list("entry_id").annotate(
        pegged_=Sum("pegged"),
        match_points_=Sum("match_points"),
        won_=Sum("won"),
        skunks_=Count("skunk", filter=Q(skunk__gt=0)),
        spread_=Sum("spread"),
        played_=Sum("played"),
        games_=Count("*"),
    )
    return {
        entry: Total(pegged, match_points, won, skunks, spread, played, games - played)
        for entry, pegged, match_points, won, skunks, spread, played, games in rows.order_by()
    }


def replayed(stage: Stage, upto: int, through_round: int | None, settled_only: bool) -> dict[int, Total]:
    """The same totals from the lines alone, as of version `upto`, in three queries."""
    lines = _lines(stage, upto, through_round)
    seats = _seats(stage)
    planned = dict(Meeting.objects.filter(round__stage=stage).values_list("pk", "games_planned"))
    sums: dict[int, list[int]] = defaultdict(lambda: [0] * len(NOTHING))
    for (meeting, _game), about in lines.items():
        sides = seats[meeting]
        amount = settling.settle(about, [[number for _, number in side] for side in sides])
        if isinstance(amount, Open) or amount.data is None:
            continue
        if settled_only and isinstance(amount, settling.Disputed):
            continue
        values = scorebook.GAMES[stage.game].earned(amount.data, stage.rules, planned[meeting])
        for side, value in zip(sides, values, strict=True):
            for entry, _number in side:
                _add(sums[entry], value)
    return {entry: Total(*total) for entry, total in sums.items()}


def _lines(stage: Stage, upto: int, through_round: int | None) -> dict[tuple[int, int], list[settling.Line]]:
    not_void = Q(meeting__void_act=None) | Q(meeting__void_act__version__gt=upto)
    lines = Line.objects.filter(not_void, meeting__round__stage=stage, version__lte=upto)
    if through_round is not None:
        lines = lines.filter(meeting__round__number__lte=through_round)
    about: dict[tuple[int, int], list[settling.Line]] = {}
    for line in lines.select_related("by_entry").order_by("number"):
        about.setdefault((line.meeting_id, line.game), []).append(scorebook.readable(line))
    return about


def _seats(stage: Stage) -> dict[int, list[list[tuple[int, int]]]]:
    """By meeting and side: (key, number) of each entry there."""
    sides: dict[int, dict[int, list[tuple[int, int]]]] = {}
    seats = Seat.objects.filter(meeting__round__stage=stage).order_by("meeting", "side", "order_in_side")
    for meeting, side, entry, number in seats.values_list("meeting_id", "side", "entry_id", "entry__number"):
        sides.setdefault(meeting, {}).setdefault(side, []).append((entry, number))
    return {meeting: list(by_side.values()) for meeting, by_side in sides.items()}


def _add(total: list[int], value) -> None:
    earned = (value.pegged, value.match_points, value.won, value.skunk > 0, value.spread, value.played)
    for at, amount in enumerate(earned):
        total[at] += int(amount)
    total[-1] += int(not value.played)


def closed_rounds(stage: Stage, through_round: int | None = None) -> list[int]:
    """The keys of the rounds that are closed, in order."""
    rounds = stage.rounds.filter(state=Round.State.CLOSED)
    if through_round is not None:
        rounds = rounds.filter(number__lte=through_round)
    return list(rounds.values_list("pk", flat=True).order_by("number"))


def credits(stage: Stage, closed: list[int], earned_by: dict[int, Total]) -> dict[int, Credit]:
    """Declared credits by entry: byes sat out and games missed in the rounds `closed`.

    Only those are looked up who have fewer games than there are closed rounds: most days that is nobody.
    """
    bye, missed = stage.rules["bye_credit"] or 0, stage.rules["missed"] or 0
    short = _short_of_games(stage, closed, earned_by)
    if not short:
        return {}
    sat, alone = _sat_and_alone(closed, short)
    found = {}
    for entry in short:
        absent = len(closed) - sat[entry]
        if absent or alone[entry]:
            found[entry] = Credit(alone[entry] * bye + absent * missed, alone[entry], absent)
    return found


def _short_of_games(stage: Stage, closed: list[int], earned_by: dict[int, Total]) -> list[int]:
    if not closed:
        return []
    elsewhere = dict(
        Result.objects.filter(stage=stage, meeting__round__state=Round.State.OPEN)
        .values_list("entry_id")
        .annotate(games=Count("*"))
        .order_by()
    )
    ranked = stage.tournament.entries.exclude(kind=Entry.Kind.HOUSE).values_list("pk", flat=True).order_by()
    return [entry for entry in ranked if _games(earned_by, entry) - elsewhere.get(entry, 0) < len(closed)]


def _games(earned_by: dict[int, Total], entry: int) -> int:
    total = earned_by.get(entry, NOTHING)
    return total.played + total.awards


def _sat_and_alone(closed: list[int], entries: list[int]) -> tuple[Counter[int], Counter[int]]:
    """How many of the rounds each of `entries` had a seat in, and in how many of these no opponent."""
    seats = Seat.objects.filter(meeting__void_act=None, meeting__round__in=closed)
    others = Seat.objects.filter(meeting=OuterRef("meeting")).exclude(pk=OuterRef("pk"))
    sat: Counter[int] = Counter()
    alone: Counter[int] = Counter()
    for entry, accompanied in (
        seats.filter(entry__in=entries).values_list("entry_id", Exists(others)).order_by()
    ):
        sat[entry] += 1
        alone[entry] += not accompanied
    return sat, alone
