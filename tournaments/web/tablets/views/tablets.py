"""The hall as a map that refreshes itself, the list of devices, and the calls of tables and phones."""

import hashlib
import re
from typing import Any

from django.contrib.messages import WARNING
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from scoring import DomainError
from tournaments import devices
from tournaments.common.messages.sentences import error_sentence
from tournaments.devices import help_requests, table_layout
from tournaments.models import Act, Call, Tournament
from tournaments.web import flash, polling
from tournaments.web.access import SignedInRequest
from tournaments.web.device_api import payloads
from tournaments.web.table_status import statuses
from tournaments.web.table_status.statuses import DeviceStatus
from tournaments.web.tablets import words as tablets_words

SHOWN = ("pk", "place_id", "label", "state", "waits", "queued", "visible")


def tablets(
    request: HttpRequest, tournament: Tournament, refused: dict[str, Any] | None = None
) -> HttpResponse:
    """Show every table with its tablet, and every device; `refused`: the rows of tables as typed."""
    seen = statuses.device_statuses(tournament)
    context = {
        "parts": _parts(request, tournament, seen),
        "tag": _tag(tournament, seen),
        "phones": devices.phones_may_report(tournament),
        "both": bool(tournament.settings.get(devices.BOTH)),
        "standing": refused or _standing(tournament),
    }
    return render(request, "tournaments/tablets/tablets.html", context, status=422 if refused else 200)


def _standing(tournament: Tournament) -> dict[str, Any]:
    """Return the declared rows of tables as they are typed."""
    lengths, there_and_back = table_layout.describe_rows(
        table_layout.rows_as_placed(list(tournament.places.all()))
    )
    return {"rows": ", ".join(map(str, lengths)), "there_and_back": there_and_back}


def arrange(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save how the tables are placed in the hall."""
    typed = request.POST.get("rows", "").strip()
    lengths = [int(part[:4]) for part in re.findall(r"[0-9]+", typed)] or [0] * bool(typed)
    there_and_back = request.POST.get("numbers") == "back"
    try:
        done = table_layout.arrange(tournament, lengths, there_and_back=there_and_back, by=request.user)
    except DomainError as refusal:
        standing = {"rows": typed, "there_and_back": there_and_back, "refused": error_sentence(refusal)}
        return tablets(request, tournament, standing)
    undo = reverse("tablets_undo", args=[tournament.slug, done.version])
    flash.success(request, "layout_by_rows" if lengths else "layout_by_number", undo=undo)
    return redirect("tablets", tournament.slug)


def fragment(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls; 304 where nothing has changed, which takes two queries."""
    seen = statuses.device_statuses(tournament)
    return polling.unless_known(
        request, _tag(tournament, seen), lambda: HttpResponse(_parts(request, tournament, seen))
    )


def _parts(request: HttpRequest, tournament: Tournament, seen: list[DeviceStatus]) -> str:
    now = statuses.look(tournament, seen)
    tiles = [tablets_words.tile(spot) for spot in now.spots]
    context = {
        "tournament": tournament,
        "rounds": now.rounds,
        "tiles": tiles,
        "layout": tablets_words.layout(now, tiles),
        "density": tablets_words.density(now),
        "calls": tablets_words.calls(tournament, now.calls),
        "playing": tablets_words.day_round(now.rounds),
        "rows": [tablets_words.row(status) for status in now.statuses],
        **tablets_words.summary(now),
    }
    return render_to_string("tournaments/tablets/map.html", context, request)


def _tag(tournament: Tournament, seen: list[DeviceStatus]) -> str:
    """Return the ETag of the map: the version of the tournament, and the last contacts, by the minute."""
    said = [(status.minutes, *(getattr(status.device, name) for name in SHOWN)) for status in seen]
    of_what = (str(tournament.uid), tournament.epoch, tournament.version, get_language(), said)
    return f'"{hashlib.sha256(repr(of_what).encode()).hexdigest()[:32]}"'


def answer(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Mark a call as answered."""
    waiting = get_object_or_404(tournament.calls.select_related("place", "device__entry"), pk=call)
    help_requests.resolve(waiting)
    if request.headers.get("Accept") == "text/plain":  # a page that stays where it is (page.js)
        return HttpResponse(status=204)
    (said,) = tablets_words.calls(tournament, [waiting])
    flash.success(request, "call_answered", {"call": said["who"]})
    return redirect("desk" if request.POST.get("from") == "desk" else "tablets", tournament.slug)


def take(request: SignedInRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Write a result that waited for the desk, as if its device had sent it."""
    asked = tournament.calls.filter(what=Call.What.RESULT).select_related(
        "tournament", "device__tournament", "device__place"
    )
    taken = payloads.take_asked(get_object_or_404(asked, pk=call), by=request.user)
    if taken.outcome.refusal is not None:
        flash.add(request, WARNING, error_sentence(taken.outcome.refusal))
    else:
        flash.success(request, "call_written_down")
    return redirect("desk" if request.POST.get("from") == "desk" else "tablets", tournament.slug)


def both(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Set whether a second tablet at a table reports at once, or only once it has been let in."""
    allowed = request.POST.get("allowed") == "yes"
    done = statuses.allow_both(tournament, allowed, by=request.user)
    return _chosen(request, tournament, done, "both_report" if allowed else "both_wait")


def phones(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Set whether players may report from their own phones."""
    allowed = request.POST.get("allowed") == "yes"
    done = statuses.allow_phones(tournament, allowed, by=request.user)
    return _chosen(request, tournament, done, "phones_report" if allowed else "phones_do_not")


def _chosen(request: SignedInRequest, tournament: Tournament, done: Act | None, code: str) -> HttpResponse:
    """Report what was chosen, with its undo; `done` is None if it was so before."""
    if done is not None:
        undo = reverse("tablets_undo", args=[tournament.slug, done.version])
        flash.success(request, code, undo=undo)
    return redirect("tablets", tournament.slug)
