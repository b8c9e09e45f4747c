"""Playoffs: a knock-out after the rounds; a meeting is seated once those before it are over.

| what                  | how                                                                              |
|-----------------------|----------------------------------------------------------------------------------|
| entries               | the first of the standings who are still here; a lot among those who are level   |
| a meeting             | a round of its own, with the number that it has in the bracket                   |
| its table             | the first that is free; with too few tables a meeting waits                      |
| a corrected result    | carried through where nothing later was played, else refused (`would_overturn`)  |
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.db.models import QuerySet

from scoring import DomainError
from tournaments import formats, registration, rounds
from tournaments.common import audit_log
from tournaments.finals import forfeits, medals
from tournaments.finals.seated import seated_meetings, unseat_wrong_meetings
from tournaments.models import (
    Act,
    Entry,
    Line,
    Meeting,
    Round,
    Stage,
    StageEntry,
    Tournament,
    User,
)
from tournaments.models.locking import locked, reload
from tournaments.pairing import bracket_kinds, brackets, consolation, knock_out
from tournaments.pairing.brackets import BracketMeeting
from tournaments.pairing.draw import Draw
from tournaments.pairing.values import PAIR, PlannedTable
from tournaments.rounds import stages
from tournaments.standings import Row, Standings, standings
from tournaments.standings.playoffs import PlayoffStanding, playoff_stage, stage_standing

QUARTER = 4
STAY_OUT = "stay_out"
"""The kind of act that lists in `entries` who is here and does not play on; the newest not undone counts."""


@dataclass(frozen=True)
class PlayoffField:
    """The entries that would be in the playoffs, best first, for so many `places`.

    `level` share the last of them: a lot decides which are in. `gone` would be in and have left, `declined`
    would be in and do not play on. `rest` are here, play on and are not in.
    """

    rows: tuple[Row, ...]
    level: tuple[Row, ...] = ()
    gone: tuple[Row, ...] = ()
    places: int = 0
    rest: tuple[Row, ...] = ()
    declined: tuple[Row, ...] = ()


def declared_rules(tournament: Tournament) -> dict[str, Any] | None:
    """Return the playoffs that the rules declare (see `formats.playoffs`); None if there are none."""
    found: dict[str, Any] | None = stages.qualifying(tournament).rules.get("playoffs")
    return found


def playoff_field(tournament: Tournament, shown: Standings | None = None) -> PlayoffField:
    """Return the field of the playoffs by the current standings (`shown`, if the caller has them already)."""
    playoff_rules = declared_rules(tournament)
    shown = shown or standings(tournament)
    if playoff_rules is None:
        return PlayoffField(())
    played = shown.rows
    here = {entry.number for entry in registration.present(tournament, shown.rounds + 1)}
    places = {
        "quarter": ceil(len(played) / QUARTER),
        "first": playoff_rules["count"] or 0,
        "everybody": len(played),
    }[playoff_rules["who"]]
    out = opted_out(tournament)
    staying = [row for row in played if row.number in here - out]
    inside = staying[:places]
    last = inside[-1].rank if inside else 0
    left = {
        "gone": tuple(row for row in played if row.rank < last and row.number not in here),
        "declined": tuple(row for row in played if row.rank <= last and row.number in here & out),
    }
    if len(staying) <= places or not inside:
        return PlayoffField(tuple(inside), places=places, **left)
    level = tuple(row for row in staying if row.rank == last)
    cut = level if staying[places].rank == last else ()
    return PlayoffField(tuple(inside), cut, places=places, rest=tuple(staying[places:]), **left)


def opted_out(tournament: Tournament) -> set[int]:
    """Return the numbers of those who do not play on."""
    acts_that_stand = tournament.acts.filter(kind=STAY_OUT, undone_by=None)
    newest = acts_that_stand.order_by("-version").values_list("args__entries", flat=True).first()
    return set(newest or ())


def opt_out(
    tournament: Tournament, numbers: Collection[int], *, by: User | None, seen: set[int] | None = None
) -> Act | None:
    """Record who does not play on, though they are here; those not among `numbers` play on again.

    Return None if nothing changes. `seen` are those who stayed out on the page that the user saw. Raises
    `DomainError`: no playoffs are declared, they are drawn, or others stay out by now.
    """
    with locked(tournament) as tournament:
        if declared_rules(tournament) is None:
            raise DomainError("no_playoffs")
        if playoff_stage(tournament):
            raise DomainError("playoffs_exist")
        out = sorted(one.number for one in tournament.entries.filter(number__in=numbers))
        before = opted_out(tournament)
        if set(out) == before:
            return None
        if seen is not None and seen != before:
            names = [one.name for one in tournament.entries.filter(number__in=before)]
            raise DomainError("stay_out_changed", names=names or "–")
        return audit_log.record(tournament, STAY_OUT, {"entries": out}, by=by)


def _opt_out_obstacle(act: Act) -> DomainError | None:
    return DomainError("playoffs_exist") if playoff_stage(act.tournament) else None


# The previous act counts again.
audit_log.undoes(STAY_OUT, obstacle=_opt_out_obstacle)(audit_log.no_further_undo)


def draw_seeds(field: PlayoffField, playoff_rules: dict[str, Any], seed: int) -> tuple[list[int], list[int]]:
    """Return the entry numbers in the order of their seeds, and those of the rest.

    Both are ordered by rank, and by a lot among those who share one. With seeds declared by registration,
    where nothing was played before, the order is that of registration.
    """
    if playoff_rules.get("seeds") == formats.BY_REGISTRATION:
        return sorted(row.number for row in field.rows), []
    candidates = {row.number: row for row in (*field.rows, *field.level)}
    lot = {number: at for at, number in enumerate(Draw(seed).shuffled(sorted(candidates)))}
    ordered = sorted(candidates.values(), key=lambda row: (row.rank, lot[row.number]))
    inside = [row.number for row in ordered][: len(field.rows)]
    others = {row.number: row for row in (*candidates.values(), *field.rest) if row.number not in inside}
    lot = {number: at for at, number in enumerate(Draw(seed).shuffled(sorted(others)))}
    return inside, sorted(others, key=lambda number: (others[number].rank, lot[number]))


def start_obstacle(
    tournament: Tournament, field: PlayoffField, open_: list[Meeting] | None = None
) -> DomainError | None:
    """Return why the playoffs of a field cannot begin; None if they can.

    `open_` are the unfinished make-up games (`make_up.unfinished_games`), where the caller has them.
    """
    left = medals.games_left(tournament)
    if left:
        return DomainError("playoffs_wait", games=left)
    if missing := medals.missing_results_obstacle(tournament):
        return missing
    if made_up := rounds.make_up.unfinished_obstacle(tournament, open_):
        return made_up
    if disputed := medals.disputes_obstacle(tournament):
        return disputed
    if tournament.stages.filter(kind=Stage.Kind.TIE_BREAK).exclude(state=Stage.State.VOID).exists():
        return DomainError("medal_matches_exist")
    playoff_rules = declared_rules(tournament) or {}
    fewest, most = bracket_kinds.limits(double=bool(playoff_rules.get("double")))
    if not fewest <= len(field.rows) <= most:
        kind = registration.competing_kind(tournament)
        return DomainError("playoffs_so_many", players=len(field.rows), kind=kind, fewest=fewest, most=most)
    if playoff_rules.get("consolation") == consolation.REST and len(field.rest) > knock_out.MAX_ENTRIES:
        kind = registration.competing_kind(tournament)
        return DomainError(
            "consolation_so_many", players=len(field.rest), kind=kind, most=knock_out.MAX_ENTRIES
        )
    return None


def start_playoffs(tournament: Tournament, *, seed: int, by: User | None) -> Stage:
    """Draw the bracket from the standings and seat the first meetings; a second call returns the same stage.

    Raises `DomainError` where no playoffs were declared, while games are left, made up, without a result or
    in dispute, and where there would be fewer than two entries or more than 128.
    """
    with locked(tournament) as tournament:
        begun = playoff_stage(tournament)
        if begun:
            return begun
        first_stage = stages.qualifying(tournament)
        playoff_rules = declared_rules(tournament)
        if playoff_rules is None:
            raise DomainError("no_playoffs")
        shown = standings(tournament)
        field = playoff_field(tournament, shown)
        refusal = start_obstacle(tournament, field)
        if refusal:
            raise refusal
        numbers, rest = draw_seeds(field, playoff_rules, seed)
        stage = _draw(tournament, first_stage, numbers, rest, playoff_rules, seed)
        audit_log.record(
            tournament, "playoffs", {"stage": stage.order, "seeds": numbers, "seed": seed}, by=by
        )
        advance(tournament, by=by)
        return stage


def _draw(
    tournament: Tournament,
    first_stage: Stage,
    numbers: Sequence[int],
    rest: Sequence[int],
    playoff_rules: dict[str, Any],
    seed: int,
) -> Stage:
    beside = playoff_rules.get("consolation")
    others = list(rest) if beside == consolation.REST and len(rest) >= consolation.MIN_ENTRIES else []
    entries = {entry.number: entry for entry in tournament.entries.filter(number__in=[*numbers, *others])}
    bracket: dict[str, Any] = {
        "order": _bracket_order(numbers, entries),
        "third_place": bool(playoff_rules["third_place"]),
    }
    if playoff_rules.get("double"):
        bracket["double"] = True
    if beside:
        bracket["consolation"] = beside
    if others:
        bracket["rest"] = _bracket_order(others, entries)
    seeded = list(enumerate([*numbers, *others], start=1))
    rules = formats.playoff_rules(first_stage.rules, bracket)
    stage = stages.add_playoffs(tournament, first_stage, rules, seed=seed)
    those = (StageEntry(stage=stage, entry=entries[number], seed=place) for place, number in seeded)
    StageEntry.objects.bulk_create(those)
    return stage


def _bracket_order(numbers: Sequence[int], entries: Mapping[int, Entry]) -> list[int]:
    people = [entries[number] for number in numbers]
    tags = {
        at: (registration.club_key(one.club), registration.fold(one.apart))
        for at, one in enumerate(people, start=1)
    }
    return list(knock_out.order(len(numbers), tags))


def follow_result(*, meeting: Meeting, line: Line, **_signal: Any) -> None:
    """Advance the medal matches or the playoffs after a line about one: a receiver of `result_written`."""
    kind = meeting.round.stage.kind
    if kind == Stage.Kind.QUALIFYING:
        return
    if kind == Stage.Kind.TIE_BREAK:
        medals.advance(line.tournament, by=line.user, after=(meeting.round.stage_id, meeting.code))
    elif kind == Stage.Kind.PLAYOFF:
        advance(line.tournament, by=line.user)
    line.tournament.refresh_from_db()  # with the actions that followed, for the answer to the line


def advance(tournament: Tournament, *, by: User | None) -> None:
    """Close the meetings that are over, take back what a correction overturned, seat what is ready.

    Each is an act, so a copy of the tournament follows it. `by` is None if the result came from a device.

    Raises `DomainError` (`would_overturn`) where a meeting that has results would be between others: the line
    that led to it must be written in the same transaction as this call, so that it is rolled back too.
    """
    with locked(tournament) as tournament:
        stage = playoff_stage(tournament)
        if stage is None:
            return
        standing = stage_standing(stage)
        sides = {
            meeting.id: brackets.sides(meeting, standing.seeded, standing.results)
            for meeting in standing.bracket.meetings
        }
        unseat_wrong_meetings(tournament, stage, sides, kind="playoff_unseat", by=by)
        _update_round_states(tournament, standing, by)
        _seat_ready_meetings(tournament, standing, by)
        state = Stage.State.FINISHED if standing.over else Stage.State.RUNNING
        if stage.state != state:
            Stage.objects.filter(pk=stage.pk).update(state=state)


def meeting_number(standing: PlayoffStanding, code: str) -> int:
    """Return the number of a meeting in its bracket, as it is printed on the papers: 1, 2, 3 …"""
    return next(at for at, one in enumerate(standing.bracket.meetings, start=1) if one.id == code)


def _update_round_states(tournament: Tournament, standing: PlayoffStanding, by: User | None) -> None:
    """Close the rounds that are over; open again those whose result a correction removed."""
    meetings = seated_meetings(standing.stage)
    over = meetings.filter(round__state=Round.State.OPEN, code__in=list(standing.results))
    again = meetings.filter(round__state=Round.State.CLOSED).exclude(code__in=list(standing.results))
    for kind, which, state in (
        ("playoff_close", over, Round.State.CLOSED),
        ("playoff_open", again, Round.State.OPEN),
    ):
        numbers = list(which.values_list("round__number", flat=True))
        if numbers:
            Round.objects.filter(
                stage=standing.stage, number__in=numbers, state__in=(Round.State.OPEN, Round.State.CLOSED)
            ).update(state=state)
            audit_log.record(tournament, kind, {"stage": standing.stage.order, "rounds": numbers}, by=by)


def _seat_ready_meetings(tournament: Tournament, standing: PlayoffStanding, by: User | None) -> None:
    """Seat what is ready and has no table, for as long as tables are free."""
    placed = set(seated_meetings(standing.stage).values_list("code", flat=True))
    ready = [
        (meeting, sides)
        for meeting, sides in brackets.ready_meetings(standing.bracket, standing.seeded, standing.results)
        if meeting.id not in placed
    ]
    if not ready:
        return
    playing = Meeting.objects.filter(
        round__stage__tournament=tournament, round__state=Round.State.OPEN, void_act=None
    )
    taken = set(playing.values_list("place__number", flat=True))
    numbers = tournament.places.order_by("number").values_list("number", flat=True)
    free = [number for number in numbers if number not in taken]
    fixed = tournament.entries.exclude(fixed_seat=None).values_list("number", "fixed_seat")
    kept = {number: int(seat[0]) for number, seat in fixed if seat}
    matches = {}
    for meeting, sides in ready:
        if not free:
            break
        own = [kept[number] for number in sides if kept.get(number) in free]
        # the consolation takes its tables from the other end of the room
        from_here = free[::-1] if meeting.part == brackets.CONSOLATION else free
        table = own[0] if own else next((t for t in from_here if t not in kept.values()), from_here[0])
        free.remove(table)
        _write_meeting(standing, meeting, sides, table)
        matches[meeting.id] = [table, *sides]
    if matches:
        args = {"stage": standing.stage.order, "matches": matches}
        audit_log.record(tournament, "playoff_seat", args, by=by)


def _write_meeting(
    standing: PlayoffStanding, meeting: BracketMeeting, sides: tuple[int, int], table: int
) -> None:
    round_ = Round.objects.create(
        stage=standing.stage,
        number=meeting_number(standing, meeting.id),
        state=Round.State.OPEN,
        seed=standing.stage.seed,
    )
    rounds.write_meetings(
        round_,
        [PlannedTable(table, tuple(zip(PAIR, sides, strict=True)))],
        Meeting.Origin.MOVEMENT,
        code=meeting.id,
        feeders=[source.data for source in meeting.sides],
    )


def open_meetings(tournament: Tournament) -> QuerySet[Meeting]:
    """Return the meetings of the playoffs that are being played."""
    stage = playoff_stage(tournament)
    if stage is None:
        return Meeting.objects.none()
    return seated_meetings(stage).filter(round__state=Round.State.OPEN)


def forfeit(meeting: Meeting, absent: Entry | None, *, by: User | None, nonce: str | None = None) -> None:
    """Award the games that are left of a match for a medal, or of the playoffs, to the opponent of `absent`.

    If `absent` is None both sides forfeit, and the match has no winner. Raises `DomainError` where `absent`
    does not play this match, or where it was over before.
    """
    with locked(meeting) as meeting:
        absent = reload(absent, meeting.round.stage.tournament) if absent else None
        forfeits.forfeit(meeting, absent, by=by, nonce=nonce)


audit_log.undoes("playoffs", obstacle=forfeits.results_obstacle)(forfeits.void_stage)
