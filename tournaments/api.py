"""How devices speak with us: four addresses, JSON in and out, described in docs/protocol.md.

No framework: four fixed shapes, an own word for every fault, and nothing to load at start.
"""

import json
import re
from collections.abc import Callable, Collection
from datetime import datetime
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils import translation
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from config.certificates import vouched_for
from config.lan import lan_addresses
from scoring import Refusal
from scoring.settle import Disputed
from tournaments import devices, scorebook, sentences, tablet
from tournaments.models import Device
from tournaments.scorebook.table import Heard, Said, state_of

LARGEST = 1_000_000
MOST_AT_ONCE = 500
NONCE = re.compile(r"[A-Za-z0-9_-]{16,64}")
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
WRONG_CODES, WITHIN = 10, 60  # wrong codes from one address within so many seconds
LARGEST_NUMBER = 2**31 - 1
DEEPEST = 8

Answer = dict[str, Any]


class BadRequest(Exception):
    """The body is no such request: the name of the field that is wrong."""


class Body:
    """A JSON object, read field by field."""

    def __init__(self, fields: Any) -> None:
        if not isinstance(fields, dict):
            raise BadRequest("body")
        self.fields = fields

    def text(self, name: str, default: str | None = None, longest: int = 200) -> str:
        value = self.fields.get(name, default)
        if not isinstance(value, str) or len(value) > longest or UNSTORABLE.search(value):
            raise BadRequest(name)
        return value

    def number(self, name: str, default: int | None = None) -> int:
        value = self.fields.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST_NUMBER:
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

    def list(self, name: str, longest: int) -> list[Any]:
        value = self.fields.get(name)
        if not isinstance(value, list) or len(value) > longest:
            raise BadRequest(name)
        return value


def said(body: Body) -> Said:
    """A result as it was sent. Raises `BadRequest`."""
    data = body.fields.get("data")
    if not isinstance(data, dict) or _is_deep(data):
        raise BadRequest("data")
    return Said(
        nonce=body.nonce(),
        meeting=body.uid("meeting"),
        game=body.number("game", 1),
        kind=body.text("kind", "claim"),
        data=data,
        sides=_sides(body.list("sides", longest=6)),
        basis=body.number("basis", 0),
        seen_at=_moment(body.text("seen_at", "")),
    )


def _is_deep(data: Any) -> bool:
    """Whether lists lie in lists beyond what any game needs: to write them out again would go too deep."""
    level = [data]
    for _level in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def _inside(value: Any) -> Collection[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _sides(sides: list[Any]) -> list[list[int]]:
    if not all(isinstance(side, list) and 1 <= len(side) <= 12 for side in sides):
        raise BadRequest("sides")
    numbers = [number for side in sides for number in side]
    if not all(type(number) is int and 0 < number <= LARGEST_NUMBER for number in numbers):
        raise BadRequest("sides")
    if not numbers or len(set(numbers)) < len(numbers):
        raise BadRequest("sides")
    return sides


def _moment(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment and moment.tzinfo else None


# The way in


def _answered(work: Callable[[HttpRequest, Body], Answer]) -> Callable[[HttpRequest], HttpResponse]:
    """A POST with JSON in and out, in the language asked for, open to every origin."""

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
            response = _worked(work, request)
        response["Access-Control-Allow-Origin"] = "*"
        response["Cache-Control"] = "no-store"
        return response

    return answer


def _worked(work: Callable[[HttpRequest, Body], Answer], request: HttpRequest) -> HttpResponse:
    if int(request.headers.get("content-length") or 0) > LARGEST:
        return _fault("too_large", 413)
    try:
        body = Body(json.loads(request.body))
    except (ValueError, RecursionError, BadRequest):
        return _fault("body", 400)
    try:
        with translation.override(_language(body) or settings.LANGUAGE_CODE):
            return JsonResponse(work(request, body))
    except BadRequest as bad:
        return _fault(str(bad), 400)
    except TooMany:
        response = _refused(Refusal("too_many_codes"), 429, _language(body))
        response["Retry-After"] = str(WITHIN)
        return response
    except Refusal as refusal:
        return _refused(refusal, 404 if refusal.code == "no_such_invitation" else 401, _language(body))


def _language(body: Body) -> str | None:
    asked = body.fields.get("language")
    return asked if asked in [code for code, _name in settings.LANGUAGES] else None


def _device(body: Body) -> Device:
    """Who asks; from here on their language is spoken, or that of the tournament."""
    device = devices.by_token(body.text("token"))
    if _language(body) is None:
        translation.activate(device.tournament.language)
    return device


def _fault(name: str, status: int) -> JsonResponse:
    return JsonResponse({"error": name, "sentence": _("This request could not be read.")}, status=status)


def _refused(refusal: Refusal, status: int, language: str | None) -> JsonResponse:
    with translation.override(language or settings.LANGUAGE_CODE):
        said = sentences.refused(refusal)
    return JsonResponse({"error": refusal.code, "sentence": said}, status=status)


# Join


class TooMany(Exception):
    """Somebody tries codes."""


@_answered
def join(request: HttpRequest, body: Body) -> Answer:
    """A token, for an invitation."""
    tried = f"join:{request.META.get('REMOTE_ADDR')}"
    if cache.get(tried, 0) >= WRONG_CODES:
        raise TooMany
    try:
        joined = devices.join(body.text("invitation"), body.uid("device"), body.text("label", ""))
    except Refusal:
        cache.add(tried, 0, WITHIN)
        cache.incr(tried)
        raise
    device = joined.device
    return {
        "token": joined.token,
        "device": str(device.uid),
        "table": device.place.number if device.place else None,
        "entry": device.entry.number if device.entry else None,
        "tournament": tablet.described(device.tournament),
    }


# Here


@_answered
def here(request: HttpRequest, body: Body) -> Answer:
    """What should be at this table now."""
    device = _device(body)
    visible = body.fields.get("visible", True)
    devices.seen(
        device,
        queued=body.number("queued", 0),
        visible=bool(visible),
        epoch=body.number("epoch", 0),
    )
    return tablet.here(
        device, seen=body.number("seen", 0), epoch=body.number("epoch", 0), addresses=_addresses(request)
    )


def _addresses(request: HttpRequest) -> list[str]:
    """Every address under which this machine may be reached; on a server, the one that was asked.

    With https beside http, both, the scheme that was asked first. A page of https may ask nobody over http:
    its browser, known by its `Origin`, hears of https only.
    """
    asked = f"{request.scheme}://{request.get_host()}"
    if not settings.LAN_HTTP:
        return [asked]
    _host, colon, port = request.get_host().rpartition(":")
    ends = {str(request.scheme): colon + port if port.isdecimal() else ""}
    if not request.headers.get("Origin", "").startswith("https:"):
        ends |= {
            scheme: f":{port}" for scheme, port in settings.LAN_PORTS.items() if scheme != request.scheme
        }
    others = [f"{scheme}://{host}{end}" for scheme, end in ends.items() for host in _reached(scheme)]
    return list(dict.fromkeys([asked, *others]))


def _reached(scheme: str) -> list[str]:
    """The addresses of this machine in the hall; over https those that its certificate holds."""
    return [host for host in lan_addresses() if scheme == "http" or vouched_for(host)]


# Submit


@_answered
def submit(request: HttpRequest, body: Body) -> Answer:
    """Results, each with its answer."""
    if "carried" in body.fields:
        codes = body.list("carried", MOST_AT_ONCE)
        return {"answers": [_carried(code) for code in codes]}
    device = _device(body)
    results = [Body(fields) for fields in body.list("results", MOST_AT_ONCE)]
    nonces = [result.nonce() for result in results]
    epoch = device.tournament.epoch
    if body.number("epoch") != epoch:
        return {"epoch": epoch, "answers": [_told(nonce, Heard("other_epoch")) for nonce in nonces]}
    return {"epoch": epoch, "answers": [_say(device, result) for result in results]}


def _say(device: Device, result: Body) -> Answer:
    """One that cannot be read does not hold the others up."""
    try:
        return _told(result.nonce(), scorebook.say(device, said(result)))
    except BadRequest as bad:
        return _told(result.nonce(), Heard("refused", refusal=Refusal("not_a_result", field=str(bad))))


def _carried(code: Any) -> Answer:
    try:
        device, fields = devices.open_carried(code if isinstance(code, str) else "")
        return _say(device, Body(fields))
    except BadRequest:
        return _told(None, Heard("refused", refusal=Refusal("bad_code")))
    except Refusal as refusal:
        return _told(None, Heard("refused", refusal=refusal))


def _told(nonce: str | None, heard: Heard) -> Answer:
    return {
        "nonce": nonce,
        "answer": heard.answer,
        "line": heard.line,
        "state": state_of(heard.amount) if heard.amount is not None else None,
        "sentence": _sentence(heard),
    }


def _sentence(heard: Heard) -> str:
    if heard.refusal is not None:
        return sentences.refused(heard.refusal)
    if heard.answer == "other_epoch":
        return _("The desk’s computer was replaced. Everything of the day is sent again.")
    if isinstance(heard.amount, Disputed):
        return _("Received, but the desk has another result for this game. A judge will decide.")
    return _("Received at the desk.")


# Call


@_answered
def call(request: HttpRequest, body: Body) -> Answer:
    """A judge, please."""
    devices.call_judge(_device(body), body.nonce())
    return {"called": True}


urlpatterns = [
    path("api/1/join", join, name="api_join"),
    path("api/1/here", here, name="api_here"),
    path("api/1/submit", submit, name="api_submit"),
    path("api/1/call", call, name="api_call"),
]
