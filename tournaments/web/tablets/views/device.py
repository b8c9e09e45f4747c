"""One device: its last message, and the desk's actions, with their consequences shown before."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib.messages import SUCCESS
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from scoring import DomainError
from tournaments import devices
from tournaments.common import audit_log
from tournaments.common.messages.sentences import Sentence, sentence
from tournaments.common.sanitize import parse_int
from tournaments.models import Act, Device, Place, Tournament
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.table_status import statuses as table_status
from tournaments.web.tablets import words as tablets_words

Done = tuple[Act | None, Sentence]


def show(request: HttpRequest, tournament: Tournament, uid: uuid.UUID) -> HttpResponse:
    """Show a device with all actions on it."""
    statuses = table_status.device_statuses(tournament)
    status = next((one for one in statuses if one.device.uid == uid), None)
    if status is None:
        raise Http404
    context = {"row": tablets_words.row(status), "moves": _moves(tournament, statuses, status.device)}
    return render(request, "tournaments/tablets/device.html", context)


def _moves(
    tournament: Tournament, statuses: list[table_status.DeviceStatus], device: Device
) -> list[dict[str, Any]]:
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
    if what not in DEEDS:
        raise Http404
    try:
        done, said = DEEDS[what](request, device)
    except DomainError as refusal:
        flash.domain_error(request, refusal)
        return redirect("device", tournament.slug, uid)
    if done is not None:
        undo = reverse("tablets_undo", args=[tournament.slug, done.version])
        flash.add(request, SUCCESS, said, undo=undo)
    if what == "replace" and device.place:
        return redirect("tablets_table", tournament.slug, device.place.number)
    return redirect("desk" if request.POST.get("from") == "desk" else "tablets", tournament.slug)


def _rename(request: SignedInRequest, device: Device) -> Done:
    before = tablets_words.device_title(device)
    done = devices.rename(device, request.POST.get("label", ""), by=request.user)
    device.refresh_from_db(fields=["label"])
    shown = {"before": before, "now": tablets_words.device_title(device)}
    return done, sentence("device_renamed", shown)


def _table_named(request: SignedInRequest, device: Device) -> Place | None:
    return device.tournament.places.filter(number=parse_int(request.POST.get("table", "")) or 0).first()


def _move(request: SignedInRequest, device: Device) -> Done:
    place = _table_named(request, device)
    if place is None:
        raise DomainError("no_such_table", table=request.POST.get("table") or "?")
    said = sentence("device_moved", {"name": tablets_words.device_title(device), "table": place.number})
    return devices.move(device, place, by=request.user), said


def _let_in(request: SignedInRequest, device: Device) -> Done:
    """Let a device in again: as it was, or at the table with whose sheet it asked to join."""
    place = _table_named(request, device)
    done = devices.readmit(device, by=request.user, place=place)
    device = devices_of(device.tournament).get(pk=device.pk)
    return done, sentence("device_let_in", {"name": tablets_words.device_title(device)})


def _named(code: str, deed: Callable[..., Act | None]) -> Callable[[SignedInRequest, Device], Done]:
    """Return an action without further input; its message names the device."""

    def do(request: SignedInRequest, device: Device) -> Done:
        said = sentence(code, {"name": tablets_words.device_title(device)})
        return deed(device, by=request.user), said

    return do


DEEDS: dict[str, Callable[[SignedInRequest, Device], Done]] = {
    "rename": _rename,
    "move": _move,
    "replace": _named("device_replaced", devices.revoke),
    "shut-out": _named("device_shut_out", devices.revoke),
    "let-in": _let_in,
    "admit": _named("device_admitted", devices.let_in),
    "keep": _named("device_kept", table_status.keep_only),
}


def undo(request: SignedInRequest, tournament: Tournament, version: int) -> HttpResponse:
    """Undo an action on a device."""
    done = get_object_or_404(tournament.acts.filter(kind__startswith="device_"), version=version)
    with flash.domain_errors(request):
        audit_log.undo(done, by=request.user)
        flash.success(request, "device_undone")
    return redirect("table_status" if done.kind == "device_map" else "tablets", tournament.slug)
