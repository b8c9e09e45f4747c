"""The results of medal matches, read from their lines in a constant number of queries."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from scoring import match as matches
from scoring import settle as settling
from scoring.ranking import Decision
from tournaments.models import Line, Meeting, Round, Seat, Stage, StageEntry, Tournament
from tournaments.models.rows import attach_related, prepared
from tournaments.pairing import tiebreak
from tournaments.pairing.tiebreak import PlayedMatch
from tournaments.rounds.scores import GAMES, scoring_line
from tournaments.standings.totals import closed_rounds


def tie_breaks(tournament: Tournament) -> list[Stage]:
    """Return the stages of medal matches that are not void, in order."""
    return attach_related(_tie_breaks(tournament.pk), tournament=tournament)


@prepared
def _tie_breaks(tournament: int) -> QuerySet[Stage]:
    stages = Stage.objects.filter(tournament=tournament, kind=Stage.Kind.TIE_BREAK)
    tied = Prefetch("stage_entries", _tied_entries())
    return stages.exclude(state=Stage.State.VOID).prefetch_related(tied).order_by("order")


def _tied_entries() -> QuerySet[StageEntry]:
    return StageEntry.objects.select_related("entry")


def plan_of(stage: Stage) -> tiebreak.Plan:
    """Return the matches of a stage, computed from the tied entries, their rank, and the seed of the lot."""
    tied = [stage_entry.entry.number for stage_entry in stage.stage_entries.all()]
    rules = stage.rules
    return tiebreak.plan(tied, first_rank=rules["first_rank"], medals=rules["medals"], seed=stage.seed)


def tie_break_decisions(
    tournament: Tournament, upto: int | None = None, stages: Sequence[Stage] | None = None
) -> list[dict[int, Decision]]:
    """Return how those tied for a medal were placed, tie by tie and by entry number.

    `upto` is the version as of which they were placed; None: now. `stages` are those of the tournament, now
    or as of that version, if the caller has them already: most tournaments have one.
    """
    if stages is None:
        stages = tie_breaks(tournament)
    breaks = [stage for stage in stages if stage.kind == Stage.Kind.TIE_BREAK]
    if not breaks:
        return []
    prefetch_related_objects(breaks, Prefetch("stage_entries", _tied_entries()))
    over = played_matches(breaks, upto)
    return [tiebreak.resolve(plan_of(stage), over.get(stage.pk, {})) for stage in breaks]


def played_matches(stages: list[Stage], upto: int | None = None) -> dict[int, dict[str, PlayedMatch]]:
    """Return the matches that are over, by stage and code of the match."""
    rules = {stage.pk: stage for stage in stages}
    keys = list(rules)
    seats: dict[int, list[list[int]]] = defaultdict(list)
    for meeting, number in _seat_values(keys, upto):
        seats[meeting].append([number])
    lines: dict[int, dict[int, list[settling.Line]]] = defaultdict(lambda: defaultdict(list))
    for line in _stage_lines(keys, upto):
        lines[line.meeting_id][line.game].append(scoring_line(line))
    over: dict[int, dict[str, PlayedMatch]] = defaultdict(dict)
    closed = None if upto is None else closed_rounds(stages[0].tournament_id, upto)
    meetings = list(_meeting_values(keys, upto))
    followed = _followed_matches(stages, meetings)
    for meeting, stage_id, code, number, state in meetings:
        stage = rules[stage_id]
        is_closed = state == Round.State.CLOSED if closed is None else (stage.order, number) in closed
        gone_on = is_closed or code in followed[stage_id]
        outcome = _outcome(stage, seats[meeting], lines[meeting], gone_on=gone_on)
        if outcome:
            over[stage_id][code] = outcome
    for stage in stages:
        if stage.pk in over and stage.kind == Stage.Kind.TIE_BREAK:
            over[stage.pk] = tiebreak.with_walkovers(plan_of(stage), over[stage.pk])
    return dict(over)


def _followed_matches(
    stages: list[Stage], meetings: Sequence[tuple[int, int, str, int, str]]
) -> dict[int, set[str]]:
    """Return the codes of the medal matches that lead to one that has a table, by stage.

    As of an earlier version, `meetings` include those that were seated later. Places are decided only once
    every match is over, and by then all those that follow had their tables.
    """
    seated: dict[int, set[str]] = defaultdict(set)
    for _meeting, stage_id, code, _number, _state in meetings:
        seated[stage_id].add(code)
    return {
        stage.pk: tiebreak.leading(plan_of(stage), seated[stage.pk])
        if stage.kind == Stage.Kind.TIE_BREAK
        else set()
        for stage in stages
    }


def _meetings_not_void(stages: list[int], upto: int | None) -> QuerySet[Meeting]:
    """Return the meetings of stages that stand now, or stood at version `upto`."""
    meetings = Meeting.objects.filter(round__stage__in=stages).order_by()
    if upto is None:
        return meetings.filter(void_act=None).exclude(round__state=Round.State.VOID)
    return meetings.filter(Q(void_act=None) | Q(void_act__version__gt=upto))


@prepared
def _meeting_values(stages: list[int], upto: int | None) -> QuerySet[Meeting, tuple[int, int, str, int, str]]:
    about_round = "round__stage", "code", "round__number", "round__state"
    return _meetings_not_void(stages, upto).values_list("pk", *about_round)


@prepared
def _seat_values(stages: list[int], upto: int | None) -> QuerySet[Seat, tuple[int, int]]:
    seats = Seat.objects.filter(meeting__in=_meetings_not_void(stages, upto)).order_by("side")
    return seats.values_list("meeting_id", "entry__number")


@prepared
def _stage_lines(stages: list[int], upto: int | None) -> QuerySet[Line]:
    lines = (
        Line.objects.filter(meeting__in=_meetings_not_void(stages, upto))
        .select_related("by_entry")
        .order_by("number")
    )
    return lines if upto is None else lines.filter(version__lte=upto)


def _outcome(
    stage: Stage, seated: list[list[int]], lines: dict[int, list[settling.Line]], *, gone_on: bool
) -> PlayedMatch | None:
    """Return a match that is over, from the lines of its games; None while it goes on or is in dispute.

    Where play has gone on, as its round is closed or a match that follows from it has a table, the result
    that counted first goes on counting under a dispute.
    """
    match = matches.read_match(stage.rules)
    games: list[tuple[int | None, int, bool]] = []
    spreads, forfeited = [0, 0], False
    for game in sorted(lines):
        if matches.state(match, games).over:  # a correction decided the match before this game
            break
        result = settling.settle(lines[game], seated)
        if result.data is None:
            continue
        if isinstance(result, settling.Disputed) and not gone_on:
            continue
        values = GAMES[stage.game].side_values(result.data, stage.rules, match.most_games())
        games.append(matches.outcome(values))
        forfeited |= values[0].how != "played"
        spreads = [total + value.spread for total, value in zip(spreads, values, strict=True)]
    state = matches.state(match, games)
    if state.winner is None:
        gone = bool(games) and games[-1] == matches.BOTH_FORFEIT
        one, other = state.games_won
        return tiebreak.both_forfeit(seated[0][0], seated[1][0], (one, other)) if gone else None
    won, lost = state.winner, 1 - state.winner
    return PlayedMatch(
        winner=seated[won][0],
        loser=seated[lost][0],
        games=(state.games_won[won], state.games_won[lost]),
        spread=spreads[won],
        forfeited=forfeited,
    )
