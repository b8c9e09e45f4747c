"""Devices: the map of the hall and their list, the tablets of one table, and one device."""

import hashlib
import re
import uuid
from collections.abc import Callable
from typing import Any

from django.contrib.messages import SUCCESS, WARNING
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from scoring import DomainError
from tournaments import devices
from tournaments.common import audit_log, codes
from tournaments.common.messages.sentences import Sentence, error_sentence, sentence
from tournaments.common.sanitize import parse_int
from tournaments.devices import calls, table_layout
from tournaments.models import Act, Call, Device, Place, Tournament
from tournaments.publishing.papers import printing
from tournaments.web import flash, polling
from tournaments.web.access import SignedInRequest, writes_on_get
from tournaments.web.base_address import base
from tournaments.web.device_api import payloads
from tournaments.web.qr import qr_picture
from tournaments.web.table_status import statuses
from tournaments.web.table_status.statuses import DeviceStatus
from tournaments.web.tablets import words as tablets_words

POLLED_FIELDS = ("pk", "place_id", "label", "state", "waits", "queued", "visible")


def tablets(
    request: HttpRequest, tournament: Tournament, refused: dict[str, Any] | None = None
) -> HttpResponse:
    """Show every table with its tablet, and every device; `refused`: the rows of tables as typed."""
    seen = statuses.device_statuses(tournament)
    context = {
        "parts": _parts(request, tournament, seen),
        "tag": _tag(tournament, seen),
        "phones": devices.phones_may_report(tournament),
        "both": bool(tournament.settings.get(devices.BOTH_SETTING)),
        "standing": refused or _layout_input(tournament),
    }
    return render(request, "tournaments/tablets/tablets.html", context, status=422 if refused else 200)


def _layout_input(tournament: Tournament) -> dict[str, Any]:
    """Return the declared rows of tables as they are typed."""
    lengths, serpentine = table_layout.describe_rows(
        table_layout.rows_as_placed(list(tournament.places.all()))
    )
    return {"rows": ", ".join(map(str, lengths)), "serpentine": serpentine}


def arrange(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save how the tables are placed in the hall."""
    typed = request.POST.get("rows", "").strip()
    lengths = [int(part[:4]) for part in re.findall(r"[0-9]+", typed)] or [0] * bool(typed)
    serpentine = request.POST.get("numbers") == "back"
    try:
        done = table_layout.arrange(tournament, lengths, serpentine=serpentine, by=request.user)
    except DomainError as refusal:
        standing = {"rows": typed, "serpentine": serpentine, "refused": error_sentence(refusal)}
        return tablets(request, tournament, standing)
    undo = reverse("tablets_undo", args=[tournament.slug, done.version])
    flash.success(request, "layout_by_rows" if lengths else "layout_by_number", undo=undo)
    return redirect("tablets", tournament.slug)


def fragment(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls; 304 where nothing has changed, which takes two queries."""
    seen = statuses.device_statuses(tournament)
    return polling.conditional_response(
        request, _tag(tournament, seen), lambda: HttpResponse(_parts(request, tournament, seen))
    )


def _parts(request: HttpRequest, tournament: Tournament, seen: list[DeviceStatus]) -> str:
    now = statuses.load_hall(tournament, seen)
    tiles = [tablets_words.tile(spot) for spot in now.spots]
    context = {
        "tournament": tournament,
        "rounds": now.rounds,
        "tiles": tiles,
        "layout": tablets_words.layout(now, tiles),
        "density": tablets_words.density(now),
        "calls": tablets_words.calls(tournament, now.calls),
        "playing": tablets_words.game_number(now.rounds),
        "rows": [tablets_words.row(status) for status in now.statuses],
        **tablets_words.summary(now),
    }
    return render_to_string("tournaments/tablets/map.html", context, request)


def _tag(tournament: Tournament, seen: list[DeviceStatus]) -> str:
    """Return the ETag of the map: the version of the tournament, and the last contacts, by the minute."""
    shown = [(status.minutes, *(getattr(status.device, name) for name in POLLED_FIELDS)) for status in seen]
    of_what = (str(tournament.uid), tournament.epoch, tournament.version, get_language(), shown)
    return f'"{hashlib.sha256(repr(of_what).encode()).hexdigest()[:32]}"'


def answer(request: SignedInRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Mark a call as answered."""
    waiting = get_object_or_404(tournament.calls.select_related("place", "device__entry"), pk=call)
    calls.resolve(waiting, by=request.user)
    if request.headers.get("Accept") == "text/plain":  # a page that stays where it is (page.js)
        return HttpResponse(status=204)
    (described,) = tablets_words.calls(tournament, [waiting])
    flash.success(request, "call_answered", {"call": described["who"]})
    return redirect("desk" if request.POST.get("from") == "desk" else "tablets", tournament.slug)


def take(request: SignedInRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Write a result that waited for the desk, as if its device had sent it."""
    asked = tournament.calls.filter(what=Call.What.RESULT).select_related(
        "tournament", "device__tournament", "device__place"
    )
    taken = payloads.take_queued_result(get_object_or_404(asked, pk=call), by=request.user)
    if taken.outcome.refusal is not None:
        flash.add(request, WARNING, error_sentence(taken.outcome.refusal))
    else:
        flash.success(request, "call_written_down")
    return redirect("desk" if request.POST.get("from") == "desk" else "tablets", tournament.slug)


def both(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Set whether a second tablet at a table reports at once, or only once it has been let in."""
    allowed = request.POST.get("allowed") == "yes"
    done = statuses.allow_both(tournament, allowed, by=request.user)
    return _report_choice(request, tournament, done, "both_report" if allowed else "both_wait")


def phones(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Set whether players may report from their own phones."""
    allowed = request.POST.get("allowed") == "yes"
    done = statuses.allow_phones(tournament, allowed, by=request.user)
    return _report_choice(request, tournament, done, "phones_report" if allowed else "phones_do_not")


def _report_choice(
    request: SignedInRequest, tournament: Tournament, done: Act | None, code: str
) -> HttpResponse:
    """Report what was chosen, with its undo; `done` is None if it was so before."""
    if done is not None:
        undo = reverse("tablets_undo", args=[tournament.slug, done.version])
        flash.success(request, code, undo=undo)
    return redirect("tablets", tournament.slug)


@writes_on_get
def table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the code of a table, its progress, and its tablets."""
    spot = statuses.load_hall(tournament).spot(number)
    invited = {one.place.number: one for one in devices.invite_tables(tournament) if one.place}
    if spot is None or number not in invited:
        raise Http404
    numbers = sorted(invited)
    at = numbers.index(number)
    url = base(request) + devices.page_of(invited[number])
    context = {
        "spot": spot,
        "tile": tablets_words.tile(spot),
        "players": tablets_words.players(spot),
        "rows": [tablets_words.row(status) for status in spot.tablets],
        "before": numbers[at - 1] if at else None,
        "after": numbers[at + 1] if at + 1 < len(numbers) else None,
        "qr": qr_picture(url),
        "url": url,
        "code": codes.format_code(invited[number].code),
        "type_at": (base(request) + devices.TYPING_PATH).partition("//")[2].rstrip("/"),
    }
    return render(request, "tournaments/tablets/table.html", context)


def renew(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Give a table another code, as its sheet is lost; the page then shows the new one."""
    shut_out = request.POST.get("tablets") == "out"
    statuses.renew_code(
        get_object_or_404(tournament.places, number=number), shut_out=shut_out, by=request.user
    )
    flash.success(request, "code_renewed_out" if shut_out else "code_renewed", {"table": number})
    return redirect("tablets_table", tournament.slug, number)


def sheet(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Print the code of one table."""
    get_object_or_404(tournament.places, number=number)
    args = {"base": base(request), "language": tournament.language, "table": number}
    printing.request(tournament, "table_codes", args)
    return redirect(reverse("papers", args=[tournament.slug]) + "#made")


Done = tuple[Act | None, Sentence]


def show(request: HttpRequest, tournament: Tournament, uid: uuid.UUID) -> HttpResponse:
    """Show a device with all actions on it."""
    found = statuses.device_statuses(tournament)
    status = next((one for one in found if one.device.uid == uid), None)
    if status is None:
        raise Http404
    context = {"row": tablets_words.row(status), "moves": _moves(tournament, found, status.device)}
    return render(request, "tournaments/tablets/device.html", context)


def _moves(tournament: Tournament, statuses: list[DeviceStatus], device: Device) -> list[dict[str, Any]]:
    """Return the tables to which a tablet can be moved, with how many tablets are there already."""
    if device.place is None:
        return []
    in_use = [one.device.place_id for one in statuses if one.device.state == Device.State.ACTIVE]
    return [
        {"number": place.number, "tablets": in_use.count(place.pk)}
        for place in tournament.places.all()
        if place.pk != device.place_id
    ]


def devices_of(tournament: Tournament) -> QuerySet[Device]:
    """Return the devices of a tournament with the rows that their names need."""
    return tournament.devices.select_related("tournament", "place", "entry")


def act(request: SignedInRequest, tournament: Tournament, uid: uuid.UUID, what: str) -> HttpResponse:
    """Do one action on a device, and report it with a button that undoes it."""
    device = get_object_or_404(devices_of(tournament), uid=uid)
    if what not in (KIOSK_ACTIONS if device.is_kiosk else DEVICE_ACTIONS):
        raise Http404
    try:
        done, message = DEVICE_ACTIONS[what](request, device)
    except DomainError as refusal:
        flash.domain_error(request, refusal)
        return redirect("device", tournament.slug, uid)
    if done is not None:
        undo = reverse("tablets_undo", args=[tournament.slug, done.version])
        flash.add(request, SUCCESS, message, undo=undo)
    if what == "replace" and device.place:
        return redirect("tablets_table", tournament.slug, device.place.number)
    return redirect("desk" if request.POST.get("from") == "desk" else "tablets", tournament.slug)


def _rename(request: SignedInRequest, device: Device) -> Done:
    before = tablets_words.device_title(device)
    done = devices.rename(device, request.POST.get("label", ""), by=request.user)
    device.refresh_from_db(fields=["label"])
    shown = {"before": before, "now": tablets_words.device_title(device)}
    return done, sentence("device_renamed", shown)


def _posted_table(request: SignedInRequest, device: Device) -> Place | None:
    return device.tournament.places.filter(number=parse_int(request.POST.get("table", "")) or 0).first()


def _move(request: SignedInRequest, device: Device) -> Done:
    place = _posted_table(request, device)
    if place is None:
        raise DomainError("no_such_table", table=request.POST.get("table") or "?")
    moved = sentence("device_moved", {"name": tablets_words.device_title(device), "table": place.number})
    return devices.move(device, place, by=request.user), moved


def _let_in(request: SignedInRequest, device: Device) -> Done:
    """Let a device in again: as it was, or at the table with whose sheet it asked to join."""
    place = _posted_table(request, device)
    done = devices.readmit(device, by=request.user, place=place)
    device = devices_of(device.tournament).get(pk=device.pk)
    return done, sentence("device_let_in", {"name": tablets_words.device_title(device)})


def _simple_action(code: str, deed: Callable[..., Act | None]) -> Callable[[SignedInRequest, Device], Done]:
    """Return an action without further input; its message names the device."""

    def do(request: SignedInRequest, device: Device) -> Done:
        shown = sentence(code, {"name": tablets_words.device_title(device)})
        return deed(device, by=request.user), shown

    return do


DEVICE_ACTIONS: dict[str, Callable[[SignedInRequest, Device], Done]] = {
    "rename": _rename,
    "move": _move,
    "replace": _simple_action("device_replaced", devices.revoke),
    "shut-out": _simple_action("device_shut_out", devices.revoke),
    "let-in": _let_in,
    "admit": _simple_action("device_admitted", devices.let_in),
    "keep": _simple_action("device_kept", devices.keep_only),
}

KIOSK_ACTIONS = ("rename", "shut-out", "let-in")


def undo(request: SignedInRequest, tournament: Tournament, version: int) -> HttpResponse:
    """Undo an action on a device."""
    done = get_object_or_404(tournament.acts.filter(kind__startswith="device_"), version=version)
    with flash.domain_errors(request):
        audit_log.undo(done, by=request.user)
        flash.success(request, "device_undone")
    return redirect("table_status" if done.kind == "device_map" else "tablets", tournament.slug)
