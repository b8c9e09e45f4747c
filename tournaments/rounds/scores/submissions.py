"""Results that tables and players send by a device; each is kept, and counts once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext as _

from scoring import DomainError
from scoring.games import GAMES
from scoring.settle import Disputed, Open
from tournaments.devices import calls, is_waiting, phones_may_report, tables_of
from tournaments.models import Device, Entry, Line, Meeting, Round, Stage, Tournament, raw_sql
from tournaments.models.locking import REPLACED_CODES
from tournaments.models.rows import fetch, partial_row, query_value
from tournaments.rounds.scores.lines import WriteResult, check_players, is_too_late, write_line
from tournaments.rounds.scores.loaded_game import (
    GameResult,
    current_result,
    data_in_seat_order,
    load_game,
    same_people,
    sides_of,
)

LINE_KINDS = (Line.Kind.CLAIM, Line.Kind.CORRECTION)
EARLY_CODES = ("round_not_open", "game_before_is_open", "nothing_to_correct", "would_overturn")
"""Refusals whose cause may still end, as another device or request, or the desk, writes first."""


@dataclass(frozen=True)
class Submission:
    """A result as a device sent it; `sides` are entry numbers as the players confirmed them.

    `clock` is the time of the device where it is impossible: kept as a note of the line.
    """

    nonce: str
    meeting: UUID
    game: int
    kind: str
    data: dict[str, Any]
    sides: list[list[int]]
    basis: int
    seen_at: datetime | None = None
    clock: str = ""


Answer = Literal["accepted", "same", "conflict", "refused", "later", "not_your_table", "other_epoch"]


@dataclass(frozen=True)
class SubmissionResult:
    """The outcome of a submission (docs/protocol.md): the answer, the line, a refusal to be worded."""

    answer: Answer
    line: int | None = None
    result: GameResult | None = None
    refusal: DomainError | None = None


def submit(
    device: Device, submission: Submission, sent: dict[str, Any] | None = None, *, decided: bool = False
) -> SubmissionResult:
    """Write a device's result of a game, or return why not (docs/protocol.md has the answers).

    A result that comes too late is laid on the desk, as plain data (`sent`), unless it agrees with the one
    that counts. One of players who no longer meet is refused, and shown to the desk. With `decided`, the desk
    takes it, whatever its time, the table of the device now, and whatever others have written since. One that
    would overturn a played match is kept, and counts for nothing until the desk decides.

    Raises `DomainError` only where the life of the tournament in which the device was found is over
    (`locked`).
    """
    rows = device.meeting_rows.get(submission.meeting)
    meeting = find_meeting(device.tournament, submission.meeting, rows)
    if meeting is None:
        return SubmissionResult("later", refusal=DomainError("meeting_not_known"))
    meeting = intended_meeting(meeting, submission.sides, submission.nonce)
    entry = _phone_entry(device, meeting)
    if entry is None and not decided and not _is_at_table(device, meeting):
        return SubmissionResult("not_your_table", refusal=DomainError("not_your_table"))
    if not decided and _is_waiting_at_table(device, meeting) and not _is_accepted(device, submission.nonce):
        return SubmissionResult("later", refusal=DomainError("device_waits"))
    try:
        try:
            answer = _write(device, meeting, entry, submission, decided=decided)
        except DomainError as refusal:
            if refusal.code != "would_overturn":
                raise
            # On a basis older than the counting line it is kept as a dispute, until the desk decides.
            answer = _write(device, meeting, entry, replace(submission, basis=0), decided=decided)
    except DomainError as refusal:
        if refusal.code in REPLACED_CODES:
            raise
        if refusal.code == "meeting_void" and not decided:
            moved = DomainError("other_seats")
            asked = _put_on_desk_or_refuse(device, meeting, submission, sent or {}, moved)
            return replace(asked, answer="refused")
        # once play has gone on, the desk is asked also about a correction of what others have written
        if refusal.code == "too_late" or (
            refusal.code == "correct_at_the_desk"
            and is_too_late(device.tournament, load_game(meeting.pk, submission.game))
        ):
            return _answer_late_result(device, meeting, submission, sent or {})
        return SubmissionResult("later" if refusal.code in EARLY_CODES else "refused", refusal=refusal)
    new: Answer = "conflict" if isinstance(answer.result, Disputed) else "accepted"
    return SubmissionResult(new if answer.new else "same", answer.line.number, answer.result)


def queue_for_review(device: Device, submission: Submission, sent: dict[str, Any]) -> SubmissionResult:
    """Ask the desk about a result that cannot be verified, and write no line; `sent` is stored until then.

    Raises `DomainError` for an impossible result, and where too many wait.
    """
    meeting = find_meeting(device.tournament, submission.meeting)
    if meeting is None:
        return SubmissionResult("later", refusal=DomainError("meeting_not_known"))
    if _is_waiting_at_table(device, meeting):
        return SubmissionResult("later", refusal=DomainError("device_waits"))
    return _put_on_desk(device, meeting, submission, sent, DomainError("seal_not_known"))


def _answer_late_result(
    device: Device, meeting: Meeting, submission: Submission, sent: dict[str, Any]
) -> SubmissionResult:
    """Answer a result that came too late: accept it if it agrees with the counting one, else ask the desk."""
    result = current_result(meeting, submission.game)
    if agrees_with_result(meeting, submission, result):
        return SubmissionResult("same", result.line, result)
    why = DomainError("too_late", round=meeting.round.number)
    counts = _counting_points(meeting, submission, result)
    return _put_on_desk_or_refuse(device, meeting, submission, sent, why, counts)


def agrees_with_result(meeting: Meeting, submission: Submission, result: GameResult) -> bool:
    """Return whether a submission agrees with the result that counts.

    The counting result is put in the order of the submission, not the other way: the submission has not been
    checked yet.
    """
    if result.data is None:
        return False
    seated, game = sides_of(meeting), Stage.objects.get(pk=meeting.round.stage_id).game
    if not same_people(submission.sides, seated):
        return False
    try:
        written = Line(sides=seated, data=result.data)
        return data_in_seat_order(written, submission.sides, game) == submission.data
    except DomainError:  # a sheet that has only one order
        return False


def _counting_points(meeting: Meeting, submission: Submission, result: GameResult) -> list[int]:
    """Return the points that count now, in the order of the sides of `submission`.

    Empty where nothing counts, or where other people are seated.
    """
    seated = [frozenset(side) for side in sides_of(meeting)]
    named = [frozenset(side) for side in submission.sides]
    if result.data is None or set(named) != set(seated):
        return []
    stage = Stage.objects.get(pk=meeting.round.stage_id)
    earned = GAMES[stage.game].side_values(result.data, stage.rules, meeting.games_planned)
    return [earned[seated.index(side)].pegged for side in named]


def _is_waiting_at_table(device: Device, meeting: Meeting) -> bool:
    """Return whether a device is not yet admitted at the table of a meeting.

    Results that it holds of its earlier tables are accepted. This is read before the lock: a device that is
    let in meanwhile sends again, and of one that has to wait from now on this result is still written.
    """
    return is_waiting(device) and meeting.place_id == device.place_id


def _put_on_desk_or_refuse(
    device: Device,
    meeting: Meeting,
    submission: Submission,
    sent: dict[str, Any],
    why: DomainError,
    counts: Sequence[int] = (),
) -> SubmissionResult:
    """Show a result to the desk; refuse one that is impossible, and let it wait where too many do."""
    try:
        return _put_on_desk(device, meeting, submission, sent, why, counts)
    except DomainError as refusal:
        if refusal.code in REPLACED_CODES:
            raise
        if refusal.code == "bad_code":  # more wait than a device can have produced: this one waits too
            return SubmissionResult("later", refusal=why)
        return SubmissionResult("refused", refusal=refusal)


def _put_on_desk(
    device: Device,
    meeting: Meeting,
    submission: Submission,
    sent: dict[str, Any],
    why: DomainError,
    counts: Sequence[int] = (),
) -> SubmissionResult:
    """Show a result to the desk until it has decided: `why` it was not written, and the points that count.

    Raises `DomainError` for an impossible result, and where too many wait.
    """
    _check_allowed_kind(submission)
    check_players(device.tournament, submission.sides)
    stage = Stage.objects.get(pk=meeting.round.stage_id)
    game = GAMES[stage.game]
    game.check(submission.data, stage.rules, sides=len(submission.sides))
    shown = {
        "result": sent,
        "why": why.code,
        "counts": list(counts),
        "round": meeting.round.number,
        "game": submission.game,
        "points": [
            value.pegged for value in game.side_values(submission.data, stage.rules, meeting.games_planned)
        ],
    }
    call = calls.request_review(device, meeting.place, submission.nonce, submission.sides, shown)
    if call.answered_at is not None:
        return SubmissionResult("refused", refusal=DomainError("desk_did_not_take_it"))
    return SubmissionResult("later", refusal=why)


def find_meeting(
    tournament: Tournament, uid: UUID, rows: list[tuple[Any, ...]] | None = None
) -> Meeting | None:
    """Return the meeting of that uid, preferring one that is not void; None if there is none.

    `rows` are those of `raw_sql.MEETINGS` if they were read already.
    """
    if rows is None:
        rows = fetch(raw_sql.MEETINGS, query_value(uid), tournament.pk)
    found = [_meeting_from_row(tournament, uid, *row) for row in rows]
    standing = [it for it in found if it.void_act_id is None and it.round.state != Round.State.VOID]
    return next(iter(standing or found), None)


def _meeting_from_row(
    tournament: Tournament,
    uid: UUID,
    pk: int,
    place: int,
    void: int,
    round_: int,
    number: int,
    state: str,
    stage: int,
    kind: str,
) -> Meeting:
    meeting = partial_row(Meeting, id=pk, uid=uid, place_id=place, void_act_id=void, round_id=round_)
    meeting.round = partial_row(Round, id=round_, number=number, state=state, stage_id=stage)
    meeting.round.stage = partial_row(Stage, id=stage, tournament_id=tournament.pk, kind=kind)
    return meeting


def intended_meeting(meeting: Meeting, sides: Sequence[Sequence[int]], nonce: str) -> Meeting:
    """Return the meeting that a device means: `meeting` or, where that is void, that of `sides` at its table.

    A line that was written under `nonce` keeps its meeting, so that it is answered as the first time.
    """
    if meeting.void_act_id is None:
        return meeting
    at_the_table = Meeting.objects.filter(round=meeting.round_id, place=meeting.place_id)
    at_the_table = at_the_table.select_related("round__stage", "place")
    written = at_the_table.filter(lines__nonce=nonce).first()
    if written:
        return written
    standing = at_the_table.filter(void_act=None, origin=Meeting.Origin.AS_PLAYED).first()
    return standing if standing and same_people(sides_of(standing), sides) else meeting


def _is_at_table(device: Device, meeting: Meeting) -> bool:
    if meeting.place_id == device.place_id:
        return meeting.place_id is not None
    return meeting.place is not None and meeting.place.number in tables_of(device)


def _phone_entry(device: Device, meeting: Meeting) -> Entry | None:
    """Return the entry for whose side a phone speaks, where it sits at this meeting."""
    if device.entry_id and meeting.seats.filter(entry=device.entry_id).exists():
        return device.entry
    return None


def _write(
    device: Device,
    meeting: Meeting,
    entry: Entry | None,
    submission: Submission,
    *,
    decided: bool,
) -> WriteResult:
    may_report = decided or entry is None or phones_may_report(device.tournament)
    if not may_report and not _is_accepted(device, submission.nonce):
        raise DomainError("phones_may_not_report")
    _check_allowed_kind(submission)
    if submission.kind == Line.Kind.CORRECTION and not decided:
        check_players(device.tournament, submission.sides)
        _check_own_correction(device, meeting, submission)
    return write_line(
        meeting,
        game=submission.game,
        kind=submission.kind,
        data=submission.data,
        sides=submission.sides,
        by=Line.By.SIDE if entry else Line.By.TABLE,
        by_entry=entry,
        device=device,
        nonce=submission.nonce,
        basis=submission.basis,
        seen_at=submission.seen_at,
        note=_note(device.tournament, submission),
        on_time=not decided,
    )


def _note(tournament: Tournament, submission: Submission) -> str:
    if not submission.clock:
        return ""
    with translation.override(tournament.language):
        return _("the clock of the device said “%(said)s”: not kept") % {"said": submission.clock}


def _is_accepted(device: Device, nonce: str) -> bool:
    """Return whether this report was accepted before.

    Sent again, it is answered as the first time, whatever is allowed now. This is read before the lock: only
    the same report in another request can come in between, and that one is answered.
    """
    return Line.objects.filter(tournament=device.tournament_id, nonce=nonce, device=device).exists()


def _check_allowed_kind(submission: Submission) -> None:
    """Refuse what only the director may enter: a forfeit, a no-show and a ruling."""
    if submission.kind not in LINE_KINDS or "how" in submission.data:
        raise DomainError("not_for_a_table")


def _check_own_correction(device: Device, meeting: Meeting, submission: Submission) -> None:
    """Refuse a correction of a game about which others than this device have written.

    The same correction sent again is answered as before. This is read before the lock: a line that comes in
    between is newer than the basis of the correction, so that they are in dispute where they differ.
    """
    lines = Line.objects.filter(meeting=meeting, game=submission.game).exclude(kind=Line.Kind.PENALTY)
    written = list(lines.values_list("device", "nonce"))
    if submission.nonce in {nonce for _device, nonce in written}:
        return
    if not written:  # what is corrected may still arrive, but not where these people no longer meet
        raise DomainError("nothing_to_correct" if meeting.void_act_id is None else "meeting_void")
    if {writer for writer, _nonce in written} != {device.pk}:
        raise DomainError("correct_at_the_desk")


def protocol_state(result: GameResult) -> str:
    """Return the state of a game, in the words of docs/protocol.md."""
    if isinstance(result, Disputed):
        return "disputed"
    if isinstance(result, Open):
        return "waiting" if result.claims else "playing"
    return "entered"
