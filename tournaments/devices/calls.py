"""Calls to the desk: for a judge, a protest, other people, an arrival, a device to be let in again."""

from collections.abc import Callable, Collection
from typing import Any
from uuid import UUID, uuid4

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring import DomainError
from tournaments.models import Call, Device, Meeting, Place, Round, Tournament, User
from tournaments.models.locking import locked, reload
from tournaments.models.rows import attach_related, create, prepared

Sides = list[list[int]]
Details = dict[str, Any]
MAX_RESULTS = 30  # of one device, waiting at the desk
MAX_PROTESTS = 20  # of one device in a tournament
MAX_ANSWERED = 30  # of one device, of those that are not kept for good
KEPT = (Call.What.RESULT, Call.What.PROTEST)


def call_judge(device: Device, nonce: str) -> Call:
    """Call a judge to a table: once a nonce, and once as long as the call waits.

    A call that waits from the table that the device has left brings no judge here.
    """
    with locked(device) as device:
        tournament = device.tournament
        own = Q(device=device, place=device.place, what=Call.What.JUDGE, answered_at=None)
        call = tournament.calls.filter(Q(nonce=nonce) | own).first()
        return call or _create_call(tournament, device, device.place, Call.What.JUDGE, nonce)


def waiting_call(device: Device) -> Call | None:
    """Return the last call for a judge, or protest, that waits from a table, or from a player's phone."""
    own = None if device.place_id else device.pk
    return next(iter(_calls_from(device.tournament_id, device.place_id, own)), None)


@prepared
def _calls_from(tournament: int, place: int | None, device: int | None) -> QuerySet[Call]:
    of_table = Q(place_id=place) if place else Q(device_id=device)
    called = Call.objects.filter(of_table, tournament=tournament, answered_at=None)
    return called.filter(what__in=(Call.What.JUDGE, Call.What.PROTEST)).order_by("-at")[:1]


def cancel_judge_call(device: Device, call: int, *, is_own: bool) -> None:
    """End a call for a judge from the table of a device, which no longer needs one. Safe to repeat.

    `is_own`: only if the device itself called.
    """
    which = Q(device=device) if is_own or not device.place_id else Q(place_id=device.place_id)
    _resolve_calls(device.tournament_id, which & Q(pk=call, what=Call.What.JUDGE))


def protest(
    device: Device,
    nonce: str,
    meeting: UUID,
    who: Sides,
    can_be_protested: Callable[[Tournament], Collection[Round]],
) -> Call:
    """File a protest of a side of a meeting against its result. Once a nonce, and once as long as it waits.

    If that meeting is not the device's, its result cannot be protested now, or `who` is no side of it, a
    judge is called instead.
    """
    with locked(device) as device:
        tournament = device.tournament
        known = tournament.calls.filter(nonce=nonce).first()
        if known is not None:
            return known
        found = Meeting.objects.filter(uid=meeting, round__stage__tournament=tournament, void_act=None)
        about = found.select_related("round__stage", "place").first()
        own = tournament.calls.filter(device=device, what=Call.What.PROTEST)
        if about is None or about.round not in can_be_protested(tournament) or own.count() >= MAX_PROTESTS:
            return call_judge(device, nonce)
        if not _may_protest(device, about, who):
            return call_judge(device, nonce)
        details = {"stage": about.round.stage.order, "round": about.round.number}
        same = tournament.calls.filter(what=Call.What.PROTEST, answered_at=None, place=about.place)
        waits = next((one for one in same if (one.who, one.said) == (who, details)), None)
        return waits or _create_call(tournament, device, about.place, Call.What.PROTEST, nonce, who, details)


def _may_protest(device: Device, meeting: Meeting, who: Sides) -> bool:
    sides: dict[int, set[int]] = {}
    for side, number in meeting.seats.values_list("side", "entry__number"):
        sides.setdefault(side, set()).add(number)
    asks = {number for side in who for number in side}
    own = device.place_id == meeting.place_id if device.entry is None else device.entry.number in asks
    return own and len(sides) > 1 and asks in sides.values()


def waiting_protest(tournament: Tournament, key: int | None) -> Call | None:
    """Return the waiting protest with this key, or None."""
    waits = tournament.calls.filter(what=Call.What.PROTEST, answered_at=None)
    return waits.filter(pk=key).first() if key is not None else None


def report_other_people(device: Device, nonce: str, who: Sides) -> Call:
    """Report who sits at a table, by side; the last report counts."""
    with locked(device) as device:
        tournament = device.tournament
        call = tournament.calls.filter(nonce=nonce).first()
        if call is None:
            _mark_answered(tournament.calls.filter(device=device, what=Call.What.OTHERS))
            call = _create_call(tournament, device, device.place, Call.What.OTHERS, nonce, who)
        return call


def withdraw_other_people(device: Device, nonce: str) -> None:
    """Take back a report of other people: once a nonce, as they may report again meanwhile."""
    with locked(device) as device:
        tournament = device.tournament
        if tournament.calls.filter(nonce=nonce).exists():
            return
        _mark_answered(tournament.calls.filter(device=device, what=Call.What.OTHERS))
        _create_call(tournament, device, device.place, Call.What.OTHERS, nonce)
        _mark_answered(tournament.calls.filter(nonce=nonce))


def request_readmission(device: Device, place: Place | None) -> None:
    """Ask the desk to readmit a device that was shut out and has scanned a sheet at `place`."""
    with locked(device) as device:
        tournament = device.tournament
        place = reload(place, tournament) if place else None
        known = tournament.calls.filter(device=device, what=Call.What.KNOCK, answered_at=None).first()
        if known is None:
            _create_call(tournament, device, place, Call.What.KNOCK, uuid4().hex)
        elif known.place != place:
            known.place = place
            known.save(update_fields=["place"])
            tournament.next_version()


def request_review(device: Device, place: Place | None, nonce: str, who: Sides, details: Details) -> Call:
    """Ask the desk to check a result without proof. Once a nonce.

    Raises `DomainError` if more of them wait than one device can have made.
    """
    with locked(device) as device:
        tournament = device.tournament
        place = reload(place, tournament) if place else None
        asked = tournament.calls.filter(what=Call.What.RESULT)
        known = asked.filter(nonce=nonce).first()
        if known is not None:
            return known
        if asked.filter(device=device, answered_at=None).count() >= MAX_RESULTS:
            raise DomainError("bad_code")
        return _create_call(tournament, device, place, Call.What.RESULT, nonce, who, details)


def announce_device(device: Device) -> None:
    """Ask the desk to decide about a further device that came to a table."""
    with locked(device) as device:
        tournament = device.tournament
        known = tournament.calls.filter(device=device, what=Call.What.NEW, answered_at=None)
        if not known.exists():
            _create_call(tournament, device, device.place, Call.What.NEW, uuid4().hex)


def announce_arrival(device: Device, nonce: str, number: int) -> None:
    """Tell the desk that a person who is not expected came to a kiosk: once a nonce, and while it waits."""
    with locked(device) as device:
        tournament = device.tournament
        arrived = tournament.calls.filter(what=Call.What.ARRIVAL)
        waiting = [one.who for one in arrived.filter(answered_at=None)]
        if [[number]] not in waiting and not arrived.filter(nonce=nonce).exists():
            _create_call(tournament, device, None, Call.What.ARRIVAL, nonce, [[number]])


def resolve_arrival(tournament: Tournament, number: int) -> None:
    """Resolve the call about a person at a kiosk, who is expected now."""
    calls = tournament.calls.filter(what=Call.What.ARRIVAL, answered_at=None)
    known = [call.pk for call in calls if call.who == [[number]]]
    if known:
        _resolve_calls(tournament.pk, Q(pk__in=known))


def resolve_device_calls(device: Device) -> None:
    """Resolve the calls about a device that knocks, or that is new at a table, after a decision."""
    _resolve_calls(device.tournament_id, Q(device=device, what__in=(Call.What.KNOCK, Call.What.NEW)))


def resolve_seat_calls(tournament: Tournament, tables: Collection[int]) -> None:
    """Resolve the calls of other people at these tables, who have been seated as they sit."""
    _resolve_calls(tournament.pk, Q(what=Call.What.OTHERS, place__number__in=tables))


def resolve_earlier_rounds(tournament: Tournament) -> None:
    """Resolve the calls of other people when the next round is seated. Only under the lock."""
    if _other_people_calls(tournament.pk):
        _mark_answered(tournament.calls.filter(what=Call.What.OTHERS))


@prepared
def _other_people_calls(tournament: int) -> QuerySet[Call, int]:
    calls = Call.objects.filter(tournament=tournament, what=Call.What.OTHERS, answered_at=None)
    return calls.values_list("pk", flat=True)


def resolve(call: Call, *, by: User | None) -> None:
    """Mark a call as answered; `by` is who did so at the desk."""
    _resolve_calls(call.tournament_id, Q(pk=call.pk), by)


def open_calls(tournament: Tournament) -> list[Call]:
    """Return the calls that wait, the oldest first."""
    return attach_related(_waiting_calls(tournament.pk), tournament=tournament)


@prepared
def _waiting_calls(tournament: int) -> QuerySet[Call]:
    unseen = Call.objects.filter(tournament=tournament, answered_at=None)
    return unseen.select_related("place", "device__entry", "device__place")


def _create_call(
    tournament: Tournament,
    device: Device,
    place: Place | None,
    what: str,
    nonce: str,
    who: Sides | None = None,
    details: Details | None = None,
) -> Call:
    call = create(
        Call(
            tournament=tournament,
            device=device,
            place=place,
            what=what,
            who=who or [],
            said=details,
            nonce=nonce,
            at=timezone.now(),
        )
    )
    _forget_old_calls(device)
    tournament.next_version()
    return call


def _forget_old_calls(device: Device) -> None:
    """Delete the oldest answered calls of a device, as it may make a nonce for each; not those of `KEPT`."""
    answered = Call.objects.filter(device=device).exclude(answered_at=None).exclude(what__in=KEPT)
    newest = answered.order_by("-pk").values_list("pk", flat=True)[:MAX_ANSWERED]
    answered.exclude(pk__in=list(newest)).delete()


def _resolve_calls(tournament_id: int, which: Q, by: User | None = None) -> None:
    with locked(tournament_id) as tournament:
        if _mark_answered(tournament.calls.filter(which), by):
            tournament.next_version()


def _mark_answered(calls: QuerySet[Call], by: User | None = None) -> int:
    return calls.filter(answered_at=None).update(answered_at=timezone.now(), answered_by=by)
