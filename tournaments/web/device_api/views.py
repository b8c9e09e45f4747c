"""The API for devices at tables: JSON in and out, described in docs/protocol.md. `kiosk.py` has the rest.

No framework: a few fixed shapes, a code of its own for every fault, and nothing to load at start.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from scoring import DomainError
from scoring.settle import Disputed
from tournaments import devices
from tournaments.accounts import rate_limits
from tournaments.accounts.permissions import may
from tournaments.common import sanitize
from tournaments.common.messages import sentences
from tournaments.devices import calls
from tournaments.models import Call, Device
from tournaments.models.locking import retry_if_replaced, writer_lock
from tournaments.publishing.names import time_of_day
from tournaments.rounds import protests
from tournaments.rounds.scores.submissions import SubmissionResult, protocol_state
from tournaments.system import logs, metrics
from tournaments.system.lan import is_private, lan_addresses
from tournaments.web.device_api import state
from tournaments.web.device_api.payloads import BadRequest, Body, SubmissionReceipt, take, take_offline_code

MAX_BODY_SIZE = 1_000_000
MAX_AT_ONCE, MAX_OFFLINE_CODES = 500, 50
MAX_ADDRESS_JOINS = 1_000  # all tablets of a hall may be behind one address, and each may have to try again
STATUS_BY_CODE = {"no_such_invitation": 404, "too_many_codes": 429, "too_many_joins": 429}

Answer = dict[str, Any]


# The way in


def device_view(work: Callable[[HttpRequest, Body], Answer]) -> Callable[[HttpRequest], HttpResponse]:
    """Return a view of POST requests: JSON in and out, in the language asked for, open to every origin."""

    @csrf_exempt
    @wraps(work)
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method == "OPTIONS":
            response = HttpResponse(status=204)
            response["Access-Control-Allow-Headers"] = "content-type"
            response["Access-Control-Allow-Private-Network"] = "true"
        elif request.method != "POST":
            response = _fault("method", 405)
        else:
            response = _run_request(work, request)
        response["Access-Control-Allow-Origin"] = "*"
        response["Cache-Control"] = "no-store"
        return response

    return answer


def _run_request(work: Callable[[HttpRequest, Body], Answer], request: HttpRequest) -> HttpResponse:
    length = sanitize.parse_int(request.headers.get("content-length") or "0", digits=18)
    if length is None or length > MAX_BODY_SIZE:
        return _fault("too_large", 413)
    try:
        body = Body(json.loads(request.body))
    except (ValueError, RecursionError, BadRequest):
        return _fault("body", 400)
    try:
        with translation.override(_language(body) or settings.LANGUAGE_CODE):
            # the device is looked up again if a copy was restored meanwhile: the token is valid there too
            return JsonResponse(retry_if_replaced(lambda: work(request, body)))
    except BadRequest as bad:
        return _fault(str(bad), 400)
    except DomainError as refusal:
        with translation.override(_language(body) or settings.LANGUAGE_CODE):
            sentence = sentences.error_sentence(refusal)
        response = JsonResponse(
            {"error": refusal.code, "sentence": sentence}, status=STATUS_BY_CODE.get(refusal.code, 401)
        )
        if response.status_code == 429:
            response["Retry-After"] = str(refusal.args_.get("seconds", devices.JOIN_PERIOD.seconds))
        return response


def _language(body: Body) -> str | None:
    asked = body.fields.get("language")
    return asked if asked in [code for code, _name in settings.LANGUAGES] else None


def device_of(body: Body, action: str = "report", meeting: UUID | None = None) -> Device:
    """Return the device of the request and activate its language, or that of the tournament."""
    device = devices.by_token(body.text("token"), meeting)
    logs.tournament.set(str(device.tournament_id))
    if not may(device, action, device.tournament):
        raise DomainError("device_revoked")
    if _language(body) is None:
        translation.activate(device.tournament.language)
    return device


def _fault(name: str, status: int) -> JsonResponse:
    return JsonResponse({"error": name, "sentence": _("This request could not be read.")}, status=status)


# Join


@device_view
def join(request: HttpRequest, body: Body) -> Answer:
    """Return a token for an invitation."""
    text, asking, label = body.text("invitation"), body.uid("device"), body.text("label", "")
    address = str(request.META.get("REMOTE_ADDR", ""))
    if rate_limits.count("joined", address, within=devices.JOIN_PERIOD.seconds) >= MAX_ADDRESS_JOINS:
        raise DomainError("too_many_joins")
    joined = devices.join(text, asking, label, address=address)
    rate_limits.count_attempt("joined", address)
    device, invited = joined.device, joined.invited
    return {
        "token": joined.token,
        "device": str(device.uid),
        "table": invited.place.number if invited.place else None,
        "entry": invited.entry.number if invited.entry else None,
        "tournament": state.tournament_identity(device.tournament),
    }


# Here


@device_view
def here(request: HttpRequest, body: Body) -> Answer:
    """Return what this table should show now."""
    device = device_of(body)
    visible = body.fields.get("visible", True)
    devices.record_contact(
        device,
        queued=body.number("queued", 0),
        visible=bool(visible),
        epoch=body.number("epoch", 0),
    )
    return state.here(
        device, seen=body.number("seen", 0), epoch=body.number("epoch", 0), addresses=own_addresses(request)
    )


def own_addresses(request: HttpRequest) -> list[str]:
    """Return every address at which this machine may be reached; on a server, the requested one.

    With https beside http, both, the scheme of the request first. A page of https may call no address over
    http: its browser, known by its `Origin`, gets addresses of https only.
    """
    host, _port = split_domain_port(request.get_host())  # a request may name any
    is_ours = "*" not in settings.ALLOWED_HOSTS or host in ("localhost", "127.0.0.1", *lan_addresses())
    asked = [f"{request.scheme}://{request.get_host()}"] if is_ours else []
    if not settings.LAN_HTTP:
        return asked
    _host, colon, port = request.get_host().rpartition(":")
    ends = {str(request.scheme): colon + port if port.isdecimal() else ""}
    if not request.headers.get("Origin", "").startswith("https:"):
        ends |= {
            scheme: f":{port}" for scheme, port in settings.LAN_PORTS.items() if scheme != request.scheme
        }
    others = [
        f"{scheme}://{host}{end}"
        for scheme, end in ends.items()
        for host in lan_addresses()
        if scheme == "http" or is_private(host)
    ]
    return list(dict.fromkeys([*asked, *others]))


# Submit


@device_view
def submit(request: HttpRequest, body: Body) -> Answer:
    """Return the answer to each submitted result."""
    if "carried" in body.fields:
        codes = body.several("carried", MAX_OFFLINE_CODES)
        return {"answers": [_offline_receipt(code) for code in codes]}
    device = device_of(body, meeting=_only_meeting(body))
    results = [Body(fields) for fields in body.several("results", MAX_AT_ONCE)]
    nonces = [result.nonce() for result in results]
    epoch = device.tournament.epoch
    # A life that ends after this is refused by `locked`, and `_run_request` begins again.
    if body.number("epoch") != epoch:
        return {
            "epoch": epoch,
            "answers": [
                _receipt_data(SubmissionReceipt(nonce, SubmissionResult("other_epoch"))) for nonce in nonces
            ],
        }
    receipts = [take(device, result) for result in results]
    return {"epoch": epoch, "answers": [_receipt_data(receipt) for receipt in receipts]}


def _only_meeting(body: Body) -> UUID | None:
    """Return the meeting of the only result in a request; None for several, or if it cannot be read.

    It is read with the device. The later of several results wait until those before them are written: their
    meetings are read then.
    """
    with suppress(BadRequest, ValueError):  # `submit` answers what cannot be read
        (fields,) = body.several("results", MAX_AT_ONCE)
        return Body(fields).uid("meeting")
    return None


def _offline_receipt(code: Any) -> Answer:
    """Take one code, in turn where the database has one writer: waiting requests then cost it no time."""
    with writer_lock():
        return _receipt_data(take_offline_code(code))


def _receipt_data(taken: SubmissionReceipt) -> Answer:
    outcome = taken.outcome
    metrics.count_result(outcome.answer)
    return {
        "nonce": taken.nonce,
        "answer": outcome.answer,
        "line": outcome.line,
        "state": protocol_state(outcome.result) if outcome.result is not None else None,
        "sentence": _sentence(outcome),
        "dropped": taken.dropped,
    }


def _sentence(outcome: SubmissionResult) -> str:
    if outcome.refusal is not None:
        return sentences.error_sentence(outcome.refusal)
    if outcome.answer == "other_epoch":
        return _("The desk’s computer was replaced. Everything from today is sent again.")
    if isinstance(outcome.result, Disputed):
        return _("Received, but the desk has another result for this game. A judge will decide.")
    return _("Received at the desk.")


# Call


@device_view
def call(request: HttpRequest, body: Body) -> Answer:
    """Call a judge or call one off, note a protest, or report that other people sit here than planned."""
    device, what = device_of(body), body.text("what", "judge")
    epoch = device.tournament.epoch
    if body.number("epoch", epoch) != epoch:
        return {"called": False, "epoch": epoch}
    noted: Answer = {}
    waits = devices.is_waiting(device)
    if what == "judge" or (waits and what in ("protest", "others")):
        calls.call_judge(device, body.nonce())
    elif what == "judge_over":
        calls.cancel_judge_call(device, body.number("call"), is_own=waits)
    elif what == "protest":
        who, can = body.sides("who"), protests.protestable_rounds
        asked = calls.protest(device, body.nonce(), body.uid("meeting"), who, can)
        if asked.what == Call.What.PROTEST:
            noted = {"noted": time_of_day(asked.at)}
    elif what == "others" and device.place_id:
        calls.report_other_people(device, body.nonce(), body.sides("who"))
    elif what == "as_planned" and device.place_id:
        calls.withdraw_other_people(device, body.nonce())
    else:
        raise BadRequest("what")
    return {"called": True, "epoch": epoch, **noted}


# Let in


@device_view
def let_in(request: HttpRequest, body: Body) -> Answer:
    """Let in a second tablet at a table, at the request of its first."""
    device, epoch = device_of(body), body.number("epoch")
    waiting = body.number("device")
    same = epoch == device.tournament.epoch
    return {
        "let_in": same and devices.let_in_second_tablet(device, waiting),
        "epoch": device.tournament.epoch,
    }


# People


@device_view
def people(request: HttpRequest, body: Body) -> Answer:
    """Return the players of the round that is being played at this device."""
    return state.people(device_of(body))
