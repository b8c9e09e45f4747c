"""Penalties in the score book: given by a judge, and taken back (rules.md §2.4, §5.1).

A penalty of points belongs to a person in a round: it counts even if the result is voided, and if the round
is written down again as it was played. A penalty of the game belongs to the game of these two.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring import DomainError, penalties
from scoring.games import GAMES
from scoring.penalties import Penalty
from tournaments.models import Line, Meeting, Round, Stage, Tournament, User, raw_sql
from tournaments.models.locking import locked
from tournaments.models.rows import fetch
from tournaments.rounds.meetings import meeting_about
from tournaments.rounds.scores.lines import WriteResult, write_line
from tournaments.rounds.scores.loaded_game import LoadedGame, last_line_of, sides_of

PLAYED_STATES = (Round.State.OPEN, Round.State.CLOSED)


class PenaltyEffect(NamedTuple):
    """The effect of a penalty: `points` off, the `game`, or nothing where a new `deal` was ordered."""

    what: str
    points: int | None = None


@dataclass(frozen=True)
class RecordedPenalty:
    """A penalty with its line; `taken_back` is the line that took it back, or None."""

    line: Line
    penalty: Penalty
    taken_back: Line | None


def entry_meeting(tournament: Tournament, stage: int, round_: int, number: int, linked: str = "") -> Meeting:
    """Return the meeting of entry `number` in a round that is or was played; for `linked`: `meeting_about`.

    Raises `DomainError`.
    """
    meetings = Meeting.objects.filter(
        seats__entry__tournament=tournament,
        seats__entry__number=number,
        void_act=None,
        round__stage__order=stage,
        round__number=round_,
        round__state__in=PLAYED_STATES,
    ).exclude(round__stage__state=Stage.State.VOID)
    meeting = meeting_about(meetings.select_related("round__stage"), linked, round_)
    if meeting is None:
        raise DomainError("penalty_not_seated", round=round_)
    return meeting


def penalise(
    meeting: Meeting,
    *,
    game: int,
    number: int,
    takes: PenaltyEffect,
    why: Mapping[str, str],
    nonce: str,
    user: User | None,
) -> WriteResult:
    """Write a penalty for entry `number` in one game of `meeting`. Raises `DomainError`."""
    with locked(meeting) as meeting:
        sides = sides_of(meeting)
        side = next((at for at, people in enumerate(sides) if number in people), None)
        if side is None:
            raise DomainError("penalty_for_nobody")
        taken = _penalty_data(meeting.round.stage, sides, side, takes)
        return _write(meeting, game, {"v": 1, "side": side, **taken, "why": dict(why)}, sides, nonce, user)


def _penalty_data(stage: Stage, sides: list[list[int]], side: int, takes: PenaltyEffect) -> dict[str, Any]:
    if takes.what == "points":
        if stage.ranks_only:
            raise DomainError("penalty_in_a_medal_match")
        if takes.points is None:
            raise DomainError("penalty_points", value="", most=penalties.MAX_POINTS)
        return {"points": takes.points}
    if takes.what == "deal":
        return {"deal": True}
    if takes.what != "game":
        raise DomainError("penalty_unknown")
    if len(sides) != 2:
        raise DomainError("penalty_game_of_two")
    present, absent = _forfeit_points(stage)
    points = [absent, present] if side == 0 else [present, absent]
    return {"game": GAMES[stage.game].award_data("forfeit", points, winner=1 - side)}


def _forfeit_points(stage: Stage) -> tuple[int, int]:
    """Return the points of a forfeit for the winner and the loser; a medal match is for rank alone."""
    if stage.ranks_only:
        return 0, 0
    present, absent = (stage.rules["forfeit"][name] for name in ("present", "absent"))
    if present is None or absent is None:
        raise DomainError("forfeit_not_declared")
    return present, absent


def take_back(tournament: Tournament, number: int, *, nonce: str, user: User | None) -> WriteResult:
    """Take back the penalty of line `number` by another line.

    Raises `DomainError` where that line is no penalty, or one that was taken back.
    """
    with locked(tournament) as tournament:
        lines = tournament.lines.filter(kind=Line.Kind.PENALTY).select_related("meeting__round__stage")
        line = lines.filter(number=number).first()
        stands = lines.filter(nonce=nonce).exists() or any(
            ruled.line.number == number and not ruled.taken_back for ruled in recorded_penalties(tournament)
        )
        if line is None or not stands:
            raise DomainError("no_such_penalty", line=number)
        return _write(line.meeting, line.game, {"v": 1, "takes_back": number}, line.sides, nonce, user)


def _write(
    meeting: Meeting, game: int, data: dict[str, Any], sides: list[list[int]], nonce: str, user: User | None
) -> WriteResult:
    return write_line(
        meeting,
        game=game,
        kind=Line.Kind.PENALTY,
        data=data,
        sides=sides,
        by=Line.By.JUDGE,
        nonce=nonce,
        basis=last_line_of(meeting, game),
        user=user,
    )


def recorded_penalties(tournament: Tournament) -> list[RecordedPenalty]:
    """Return every penalty of a tournament in the order of the lines, including those taken back."""
    lines = tournament.lines.filter(kind=Line.Kind.PENALTY).order_by("number")
    written = list(lines.select_related("meeting__round__stage", "meeting__place", "user"))
    back = {line.data["takes_back"]: line for line in reversed(written) if "takes_back" in line.data}
    return [
        RecordedPenalty(line, penalties.parse_penalty(line), back.get(line.number))
        for line in written
        if "takes_back" not in line.data
    ]


def check_not_lost(state: LoadedGame) -> None:
    """Raise `DomainError` where a game is lost by a penalty, unless a line has its nonce already."""
    ruled = [line for line in state.lines if line.kind == penalties.KIND]
    lost = penalties.lost_game_penalty(ruled, state.sides)
    if lost and not state.known:
        raise DomainError("lost_by_penalty", line=lost.number)


def points_off(stage: Stage, upto: int | None = None) -> dict[tuple[int, int], int]:
    """Return the points taken off in a stage, by key of the round and number of the entry.

    They are as of version `upto`; None: now.
    """
    asked = raw_sql.PENALTIES.format(upto="" if upto is None else "AND line.version <= %s")
    rows = fetch(asked, stage.tournament_id, stage.pk, *([] if upto is None else [upto]))
    lines = [penalties.PenaltyLine(row[0], json.loads(row[1]), json.loads(row[2])) for row in rows]
    in_round = {row[0]: row[3] for row in rows}
    off: dict[tuple[int, int], int] = defaultdict(int)
    for penalty in penalties.active_penalties(lines):
        for number in penalty.offenders:
            off[in_round[penalty.number], number] += penalty.points
    return {at: points for at, points in off.items() if points}
