"""Parse what devices send, field by field: results, also as offline codes (docs/protocol.md)."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring import DomainError
from scoring.settle import Disputed
from tournaments import devices
from tournaments.common import sanitize
from tournaments.common.schema import between, list_of
from tournaments.devices import calls
from tournaments.models import Call, Device, Line, User
from tournaments.models.locking import retry_if_replaced
from tournaments.rounds import scores
from tournaments.rounds.scores.submissions import Submission, SubmissionResult

NONCE = re.compile(r"[A-Za-z0-9_-]{16,64}")
MAX_DEPTH = 8
TOO_LATE, OTHER_SEATS = "too_late", "other_seats"
MAX_TEXT_LENGTH, MAX_REMARK_LENGTH = 200, 40
SIDES = list_of(list_of(between(1, sanitize.MAX_NUMBER), most=12), most=6)


@dataclass(frozen=True)
class SubmissionReceipt:
    """The outcome of a submitted result: its nonce if that could be read, the answer, the device.

    `dropped` are the fields that were left out because their values made no sense.
    """

    nonce: str | None
    outcome: SubmissionResult
    device: Device | None = None
    dropped: tuple[str, ...] = ()


class BadRequest(Exception):
    """Raised for an invalid body; the message is the name of the wrong field."""


class Body:
    """A JSON object, read field by field."""

    def __init__(self, fields: Any) -> None:
        if not isinstance(fields, dict):
            raise BadRequest("body")
        self.fields = fields

    def text(self, name: str, default: str | None = None) -> str:
        value = self.fields.get(name, default)
        if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH:
            raise BadRequest(name)
        return sanitize.clean_text(value)

    def number(self, name: str, default: int | None = None) -> int:
        value = self.fields.get(name, default)
        if not sanitize.is_number(value):
            raise BadRequest(name)
        return value

    def uid(self, name: str) -> UUID:
        try:
            return UUID(self.text(name))
        except ValueError:
            raise BadRequest(name) from None

    def nonce(self) -> str:
        value = self.text("nonce")
        if not NONCE.fullmatch(value):
            raise BadRequest("nonce")
        return value

    def several(self, name: str, longest: int) -> list[Any]:
        value = self.fields.get(name)
        if not isinstance(value, list) or len(value) > longest:
            raise BadRequest(name)
        return value

    def sides(self, name: str) -> list[list[int]]:
        """Return entry numbers by side, none of them twice."""
        sides: Any = self.fields.get(name)
        numbers = [entry for side in sides for entry in side] if SIDES(sides) and all(sides) else []
        if not numbers or len(set(numbers)) < len(numbers):
            raise BadRequest(name)
        return sides


def submission(body: Body) -> Submission:
    """Parse a result that a device sent into typed values. Raises `BadRequest`.

    No other function reads results of devices.
    """
    data = body.fields.get("data")
    if not isinstance(data, dict) or _is_deep(data):
        raise BadRequest("data")
    return Submission(
        nonce=body.nonce(),
        meeting=body.uid("meeting"),
        game=body.number("game", 1),
        kind=body.text("kind", "claim"),
        data=data,
        sides=body.sides("sides"),
        basis=body.number("basis", 0),
        seen_at=_plausible_time(body.fields.get("seen_at")),
        clock=_dropped_time(body.fields.get("seen_at")),
    )


def _is_deep(data: Any) -> bool:
    """Return whether values are nested deeper than any game needs: writing them would recurse too deeply."""
    level = [data]
    for _level in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)


def _plausible_time(sent: Any) -> datetime | None:
    """Return the time that a device sent; None if it is no time, or far from ours: it is only a remark."""
    moment = sanitize.parse_moment(sent)
    return moment if moment and abs(timezone.now() - moment) <= scores.MAX_CLOCK_DIFFERENCE else None


def _dropped_time(sent: Any) -> str:
    """Return the time that a device sent if it was dropped, cut to a remark; empty if it was accepted."""
    if sent in (None, "") or _plausible_time(sent):
        return ""
    return sanitize.clean_line(str(sent))[:MAX_REMARK_LENGTH] or "?"


def take(device: Device, result: Body, *, decided: bool = False) -> SubmissionReceipt:
    """Write one result; a result that cannot be read is refused. `decided`: the desk takes it.

    Raises `BadRequest` where it has no nonce.
    """
    nonce = result.nonce()
    try:
        read = submission(result)
    except BadRequest as bad:
        refusal = DomainError("not_a_result", field=str(bad))
        return SubmissionReceipt(nonce, SubmissionResult("refused", refusal=refusal), device)
    return _submit_result(device, read, decided=decided)


def _submit_result(device: Device, read: Submission, *, decided: bool = False) -> SubmissionReceipt:
    outcome = scores.submit(device, read, _as_sent(read), decided=decided)
    return SubmissionReceipt(read.nonce, outcome, device, ("seen_at",) if read.clock else ())


def _as_sent(read: Submission) -> dict[str, Any]:
    """Return a result as it can be stored and parsed again.

    Without other names, and values that were dropped: with one of them a copy could not be restored.
    """
    return {
        "nonce": read.nonce,
        "meeting": str(read.meeting),
        "game": read.game,
        "basis": read.basis,
        "kind": read.kind,
        "sides": read.sides,
        "data": read.data,
        "seen_at": read.seen_at.isoformat() if read.seen_at else read.clock,
    }


def take_offline_code(code: Any) -> SubmissionReceipt:
    """Write the result in an offline code, as if its device had sent it.

    If it cannot be verified that the device made it, the desk is asked.
    """

    def taken() -> SubmissionReceipt:
        read = devices.read_offline_code(code if isinstance(code, str) else "")
        result = Body(read.fields)
        return (take if read.proven else _queue_for_desk)(read.device, result)

    try:
        return retry_if_replaced(taken)
    except BadRequest:
        return SubmissionReceipt(None, SubmissionResult("refused", refusal=DomainError("bad_code")))
    except DomainError as refusal:
        return SubmissionReceipt(None, SubmissionResult("refused", refusal=refusal))


def _queue_for_desk(device: Device, result: Body) -> SubmissionReceipt:
    """Queue a result whose seal cannot be checked at the desk, unless it is written already."""
    read = submission(result)
    if Line.objects.filter(tournament=device.tournament, nonce=read.nonce).exists():
        # Writes nothing: it is the same, wherever the device is now, or its nonce is used.
        return _submit_result(device, read, decided=True)
    return SubmissionReceipt(read.nonce, scores.queue_for_review(device, read, _as_sent(read)), device)


def take_queued_result(call: Call, by: User | None) -> SubmissionReceipt:
    """Write a result that waited at the desk (`scores.queue_for_review`).

    If its round is over and it differs from the counting result, it counts from now on: the desk decided
    that. One that would overturn a match that was played goes on waiting.

    The line, the ruling and the answered call are three transactions. If one fails, all are repeated: the
    line has the nonce of the result, the ruling one with the number of the line, and a call is answered once.
    """
    details = call.said or {}
    if call.answered_at and not Line.objects.filter(tournament=call.tournament_id, nonce=call.nonce).exists():
        return SubmissionReceipt(
            call.nonce, SubmissionResult("refused", refusal=DomainError("desk_did_not_take_it")), call.device
        )
    taken = take(call.device, Body(details["result"]), decided=True)
    outcome = taken.outcome
    if details.get("why") == TOO_LATE and outcome.line is not None and isinstance(outcome.result, Disputed):
        try:
            scores.desk.accept_line(call.tournament, outcome.line, user=by)
        except DomainError as refusal:
            if refusal.code != "would_overturn":
                raise
            return replace(taken, outcome=SubmissionResult("later", refusal=refusal))
    if outcome.answer != "later":
        calls.resolve(call, by=by)
    return taken
