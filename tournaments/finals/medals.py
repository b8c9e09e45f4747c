"""Medals: ties that touch 1st, 2nd or 3rd place are decided by a best of three, for rank only."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from scoring import DomainError
from scoring.match import read_match
from tournaments import rounds
from tournaments.common import audit_log
from tournaments.finals import forfeits
from tournaments.finals.seated import seated_meetings, unseat_wrong_meetings
from tournaments.models import Act, Entry, Meeting, Result, Round, Seat, Stage, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing import tiebreak
from tournaments.pairing.tiebreak import NOBODY, Match, Plan, PlayedMatch, Source
from tournaments.pairing.values import PAIR, PlannedTable
from tournaments.rounds import scores, stages
from tournaments.standings import Standings, standings
from tournaments.standings.tie_break_results import plan_of, played_matches, tie_breaks


@dataclass(frozen=True)
class MedalMatch:
    """A medal match: its sides (None: unknown or empty), its meeting, and its result.

    `nobody` is true for a side that stays empty, as both who could reach it have forfeited.
    """

    match: Match
    sides: tuple[Entry | None, Entry | None]
    meeting: Meeting | None
    played: PlayedMatch | None
    nobody: tuple[bool, bool] = (False, False)


@dataclass(frozen=True)
class TieBreak:
    """The matches about one shared rank; `lot` are the tied entries in the order that the lot gave.

    `stands` is true if those of the lot share a medal rank now, or were placed by these matches.
    """

    stage: Stage
    rank: int
    plan: Plan
    lot: tuple[Entry, ...]
    matches: tuple[MedalMatch, ...]
    stands: bool

    @property
    def over(self) -> bool:
        return all(match.played for match in self.matches)

    @property
    def withdrawn(self) -> bool:
        return _is_withdrawn(self.stage)

    @property
    def to_withdraw(self) -> bool:
        """Return whether matches are left to play about a tie that no longer exists."""
        return not (self.stands or self.over or self.withdrawn)


def games_left(tournament: Tournament) -> int:
    """Return how many rounds are not closed yet: medals and playoffs wait for them."""
    stage = stages.qualifying(tournament)
    return stage.rules["rounds"] - stage.rounds.filter(state=Round.State.CLOSED).count()


def missing_results_obstacle(tournament: Tournament) -> DomainError | None:
    """Return the error that a table of a closed game has no result, or None.

    A round is closed with all results, but one can be removed later, or other people can have sat there than
    planned. Games that are made up have an error of their own (`make_up.unfinished_obstacle`).
    """
    here, stage = OuterRef("pk"), stages.qualifying(tournament)
    tables = Meeting.objects.filter(
        Exists(Seat.objects.filter(meeting=here, side__gt=0)),
        round__stage=stage,
        round__state=Round.State.CLOSED,
        void_act=None,
    ).exclude(origin=Meeting.Origin.MADE_UP)
    without = tables.filter(~Exists(Result.objects.filter(meeting=here)))
    games = set(without.values_list("round__number", flat=True))
    if read_match(stage.rules).several:  # a match can lack one of its games
        undisputed = tables.filter(~Exists(Result.objects.filter(meeting=here, state="disputed")))
        found = list(undisputed.select_related("round__stage", "place"))
        settled = scores.settled_meetings(found)
        games |= {one.round.number for one in found if one.pk not in settled}
    return DomainError("results_missing", games=sorted(games)) if games else None


def disputes_obstacle(tournament: Tournament) -> DomainError | None:
    """Return the error that results of games are in dispute, or None: a decision can change who is tied."""
    disputed = Result.objects.filter(stage=stages.qualifying(tournament), state="disputed")
    count = disputed.values("meeting_id").distinct().count()
    return DomainError("results_in_dispute", results=count) if count else None


def ties(tournament: Tournament, shown: Standings | None = None) -> list[tuple[int, tuple[int, ...]]]:
    """Return the shared ranks that touch a medal: (rank, entry numbers), best first.

    A rank that is decided is no tie. Where playoffs follow they decide about medals, and the list is empty.
    `shown` are the standings, if the caller has them already.
    """
    rules = stages.qualifying(tournament).rules
    if rules.get("playoffs"):
        return []
    medals = rules["medals"]
    shown = shown or standings(tournament)
    if shown.to_play is not None:  # other criteria place them meanwhile
        at = [(min(shown.by_number[number].rank for number in level), level) for level in shown.to_play]
        return sorted((rank, level) for rank, level in at if rank <= medals)
    shared: dict[int, list[int]] = {}
    for row in shown.rows:
        if row.shared_with and row.rank <= medals and row.decision is None:
            shared.setdefault(row.rank, []).append(row.number)
    return [(rank, tuple(numbers)) for rank, numbers in sorted(shared.items())]


def ties_without_matches(
    tournament: Tournament, shown: Standings | None = None
) -> list[tuple[int, tuple[int, ...]]]:
    """Return those of the `ties` that have no matches yet."""
    breaks = [stage for stage in tie_breaks(tournament) if not _is_withdrawn(stage)]
    known = {frozenset(plan_of(stage).lot) for stage in breaks}
    return [(rank, numbers) for rank, numbers in ties(tournament, shown) if frozenset(numbers) not in known]


def _is_withdrawn(stage: Stage) -> bool:
    """Return whether the rest of its matches was withdrawn; what was played stays."""
    return stage.state == Stage.State.WITHDRAWN


def _has_current_tie(
    stage: Stage, results: dict[str, PlayedMatch], shown: Standings, tied: set[frozenset[int]]
) -> bool:
    """Return whether the matches of `stage` are about those who share a place now, or place them."""
    lot = plan_of(stage).lot
    placed = tiebreak.resolve(plan_of(stage), results)
    if not placed:
        return frozenset(lot) in tied
    rows = [shown.by_number.get(number) for number in lot]
    return any(row and row.decision and row.decision == placed[row.number] for row in rows)


def obsolete_stages(tournament: Tournament, shown: Standings | None = None) -> list[Stage]:
    """Return the stages with matches left to play about a tie that a correction has dissolved."""
    breaks = [stage for stage in tie_breaks(tournament) if not _is_withdrawn(stage)]
    if not breaks:
        return []
    over, shown = played_matches(breaks), shown or standings(tournament)
    tied = {frozenset(numbers) for _rank, numbers in ties(tournament, shown)}
    return [
        stage
        for stage in breaks
        if any(match.code not in over.get(stage.pk, {}) for match in plan_of(stage).matches)
        and not _has_current_tie(stage, over.get(stage.pk, {}), shown, tied)
    ]


def start_obstacle(
    tournament: Tournament, shown: Standings | None = None, open_: list[Meeting] | None = None
) -> DomainError | None:
    """Return why no matches can be created yet, or None.

    `open_` are the unfinished make-up games (`make_up.unfinished_games`), where the caller has them.
    """
    left = games_left(tournament)
    if left:
        return DomainError("games_not_over", games=left)
    if unknown := missing_results_obstacle(tournament) or disputes_obstacle(tournament):
        return unknown
    if obsolete_stages(tournament, shown):  # one of those tied now may be seated in them
        return DomainError("withdraw_matches_first")
    return rounds.make_up.unfinished_obstacle(tournament, open_)


def create(tournament: Tournament, *, seed: int, by: User | None) -> list[Stage]:
    """Create the matches for every tie that has none yet, and seat those that can be played.

    Raises `DomainError` while rounds are left, or a game lacks a result or is in dispute.
    """
    with locked(tournament) as tournament:
        against = start_obstacle(tournament)
        if against:
            raise against
        made = []
        for rank, numbers in ties_without_matches(tournament):
            tied = list(tournament.entries.filter(number__in=numbers))
            made.append(stages.add_tie_break(tournament, tied, first_rank=rank, seed=seed + rank, by=by))
        advance(tournament, by=by)
        return made


def withdraw(tournament: Tournament, order: int, *, by: User | None) -> None:
    """Withdraw the matches left to play of the stage `order`, whose tie no longer exists.

    Matches that are over stay as history. Raises `DomainError` if there is nothing to withdraw, because the
    tie exists again or another user has withdrawn them.
    """
    with locked(tournament) as tournament:
        stage = next((one for one in obsolete_stages(tournament) if one.order == order), None)
        if stage is None:
            raise DomainError("tie_stands")
        open_ = list(stage.rounds.filter(state=Round.State.OPEN))
        act = audit_log.record(
            tournament,
            "tie_break_withdraw",
            {
                "stage": order,
                "tied": sorted(plan_of(stage).lot),
                "rounds": [round_.number for round_ in open_],
            },
            by=by,
        )
        open_meetings(tournament).filter(round__stage=stage).update(void_act=act)
        Result.objects.filter(meeting__void_act=act).delete()  # computed from the lines, which stay
        for round_ in open_:
            has_played = round_.meetings.filter(void_act=None).exists()
            round_.state = Round.State.CLOSED if has_played else Round.State.VOID
            round_.save(update_fields=["state"])
        stage.state = Stage.State.WITHDRAWN if seated_meetings(stage).exists() else Stage.State.VOID
        stage.save(update_fields=["state"])


def _withdraw_obstacle(act: Act) -> DomainError | None:
    kinds = ("tie_break", "medal_seat", "tie_break_withdraw", "reopen")
    return audit_log.later_action_obstacle(act, kind__in=kinds)


@audit_log.undoes("tie_break_withdraw", obstacle=_withdraw_obstacle)
def _undo_withdraw(tournament: Tournament, act: Act) -> None:
    stage = tournament.stages.get(order=act.args["stage"])
    Meeting.objects.filter(round__stage=stage, void_act=act).update(void_act=None)
    stage.rounds.filter(number__in=act.args["rounds"]).update(state=Round.State.OPEN)
    stage.state = Stage.State.RUNNING
    stage.save(update_fields=["state"])
    scores.rebuild(tournament)
    # A match that leads to those that stand again may have been corrected meanwhile.
    _unseat_wrong_matches(tournament, stage, played_matches([stage]).get(stage.pk, {}))


def advance(tournament: Tournament, *, by: User | None, after: tuple[int, str] | None = None) -> None:
    """Close the medal matches that are over, take back what a correction overturned, seat what is ready.

    A round is opened again if a correction took the decision of one of its matches away. No match is seated
    about a tie that no longer exists, nor one for which no table is free.

    Each of these is an act, so a copy of the tournament follows it. `by` is None if the result came from a
    device.

    Raises `DomainError` (`would_overturn`) as `playoffs.advance`, where a match that has results would be
    between others by the new line about the match `after`: the key of its stage and its code.
    """
    with locked(tournament) as tournament:
        breaks = tie_breaks(tournament)
        over = played_matches(breaks) if breaks else {}
        for stage in breaks:
            _unseat_wrong_matches(tournament, stage, over.get(stage.pk, {}), after, by)
        # Close everywhere before seating: a table is free for one tie once the match of another is over.
        for stage in breaks:
            if not _is_withdrawn(stage):
                _update_round_states(tournament, stage, over.get(stage.pk, {}), by)
        for stage in _active_stages(tournament, breaks):
            # Read anew for each tie: players seated in the previous one are no longer free.
            _seat_ready_matches(tournament, stage, over, by)


def _active_stages(
    tournament: Tournament, breaks: Sequence[Stage], shown: Standings | None = None
) -> list[Stage]:
    ended = {stage.pk for stage in obsolete_stages(tournament, shown)}
    return [stage for stage in breaks if stage.pk not in ended and not _is_withdrawn(stage)]


def _unseat_wrong_matches(
    tournament: Tournament,
    stage: Stage,
    over: dict[str, PlayedMatch],
    after: tuple[int, str] | None = None,
    by: User | None = None,
) -> None:
    """Take back matches between other entries than the results say.

    Earlier programs let such matches be played. What was played stays, so that it can be removed by further
    lines: only a line about a match that leads to it is refused.
    """
    plan = plan_of(stage)
    sides = {match.code: [tiebreak.side_entry(side, over) for side in match.sides] for match in plan.matches}
    changed = tiebreak.following(plan, after[1]) if after and after[0] == stage.pk else set()
    kept = sides.keys() - changed
    unseat_wrong_meetings(tournament, stage, sides, kept=kept, kind="medal_unseat", by=by)


def _update_round_states(
    tournament: Tournament, stage: Stage, over: dict[str, PlayedMatch], by: User | None
) -> None:
    for round_ in stage.rounds.exclude(state=Round.State.VOID):
        codes = set(round_.meetings.filter(void_act=None).values_list("code", flat=True))
        state = Round.State.CLOSED if codes <= set(over) else Round.State.OPEN
        if round_.state != state:
            Round.objects.filter(pk=round_.pk).update(state=state)
            kind = "medal_close" if state == Round.State.CLOSED else "medal_open"
            audit_log.record(tournament, kind, {"stage": stage.order, "round": round_.number}, by=by)


def numbers_to_seat(tournament: Tournament, shown: Standings | None = None) -> list[int]:
    """Return the numbers of those whose medal match could be seated and is not: what `advance` would seat."""
    breaks = tie_breaks(tournament)
    if not breaks:
        return []
    ready = _ready_matches(tournament, _active_stages(tournament, breaks, shown), played_matches(breaks))
    return [number for _table, _match, sides in ready for number in sides]


def _ready_matches(
    tournament: Tournament, breaks: Sequence[Stage], over: dict[int, dict[str, PlayedMatch]]
) -> list[tuple[int, Match, tuple[int, int]]]:
    """Return the matches that can be seated, as many as tables are free: each with its table and sides."""
    seated = set(seated_meetings(*breaks).values_list("round__stage", "code"))
    playing = set(open_meetings(tournament).values_list("seats__entry__number", flat=True))
    ready = [
        (match, sides)
        for stage in breaks
        for match, sides in tiebreak.ready_matches(plan_of(stage), over.get(stage.pk, {}))
        if (stage.pk, match.code) not in seated and not playing & set(sides)
    ]
    taken = set(open_meetings(tournament).values_list("place__number", flat=True)) if ready else set()
    numbers = tournament.places.order_by("number").values_list("number", flat=True) if ready else []
    free = [number for number in numbers if number not in taken]
    return [(table, *match) for table, match in zip(free, ready, strict=False)]


def _seat_ready_matches(
    tournament: Tournament, stage: Stage, over: dict[int, dict[str, PlayedMatch]], by: User | None
) -> None:
    ready = _ready_matches(tournament, [stage], over)
    if not ready:
        return
    number = stage.rounds.count() + 1
    round_ = Round.objects.create(stage=stage, number=number, state=Round.State.OPEN, seed=stage.seed)
    for table, match, sides in ready:
        planned = PlannedTable(table, tuple(zip(PAIR, sides, strict=True)))
        rounds.write_meetings(round_, [planned], Meeting.Origin.MOVEMENT, code=match.code)
    matches = {match.code: list(sides) for _table, match, sides in ready}
    args = {"stage": stage.order, "round": number, "matches": matches}
    audit_log.record(tournament, "medal_seat", args, by=by)


def open_meetings(tournament: Tournament) -> QuerySet[Meeting]:
    """Return the medal matches that are being played."""
    breaks = [stage for stage in tie_breaks(tournament) if not _is_withdrawn(stage)]
    if not breaks:
        return Meeting.objects.none()
    over, standing = played_matches(breaks), seated_meetings(*breaks)
    coded = standing.values_list("pk", "round__stage", "code")
    done = [key for key, stage, code in coded if code in over.get(stage, {})]
    return standing.exclude(pk__in=done).order_by("round__stage__order", "place__number")


def tie_break_views(tournament: Tournament, shown: Standings) -> list[TieBreak]:
    """Return every tie with the current state of its matches; of a withdrawn one those that were played."""
    breaks = tie_breaks(tournament)
    over = played_matches(breaks) if breaks else {}
    tied = {frozenset(numbers) for _rank, numbers in ties(tournament, shown)} if breaks else set()
    entries = {entry.number: entry for entry in tournament.entries.all()}
    meetings = {(meeting.round.stage_id, meeting.code): meeting for meeting in seated_meetings(*breaks)}
    views = []
    for stage in breaks:
        plan, results = plan_of(stage), over.get(stage.pk, {})
        stands = not _is_withdrawn(stage) and _has_current_tie(stage, results, shown, tied)
        rank = (
            min(shown.by_number[number].rank for number in plan.lot) if stands else stage.rules["first_rank"]
        )
        lot = tuple(entries[number] for number in plan.lot)
        found = tuple(
            MedalMatch(
                match,
                (
                    _side_entry(match.sides[0], results, entries),
                    _side_entry(match.sides[1], results, entries),
                ),
                meetings.get((stage.pk, match.code)),
                results.get(match.code),
                nobody=(
                    tiebreak.side_entry(match.sides[0], results) == NOBODY,
                    tiebreak.side_entry(match.sides[1], results) == NOBODY,
                ),
            )
            for match in plan.matches
            if match.code in results or not _is_withdrawn(stage)
        )
        views.append(TieBreak(stage, rank, plan, lot, found, stands))
    return views


def _side_entry(side: Source, results: dict[str, PlayedMatch], entries: dict[int, Entry]) -> Entry | None:
    number = tiebreak.side_entry(side, results)
    return entries.get(number or NOBODY)


def _tie_break_obstacle(act: Act) -> DomainError | None:
    withdrawn = audit_log.later_action_obstacle(act, kind="tie_break_withdraw", args__stage=act.args["stage"])
    return withdrawn or forfeits.results_obstacle(act)


audit_log.undoes("tie_break", obstacle=_tie_break_obstacle)(forfeits.void_stage)
