"""The hall as a map that reads itself again, the list of devices, and what tables and phones ask for."""

import hashlib
import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring import Refusal
from tournaments import calls, devices, floor, hall, reading
from tournaments.hall import Sight
from tournaments.models import Act, Call, Tournament
from tournaments.sentences import refused
from tournaments.views import secure
from tournaments.views.access import SignedInRequest
from tournaments.views.tablets import words

SHOWN = ("pk", "place_id", "label", "state", "waits", "queued", "visible")


def tablets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every table with its tablet, and every device."""
    return _show(request, tournament, _standing(tournament))


def _show(
    request: HttpRequest, tournament: Tournament, standing: dict[str, Any], status: int = 200
) -> HttpResponse:
    seen = hall.sights_of(tournament)
    context = {
        "parts": _parts(request, tournament, seen),
        "tag": _tag(tournament, seen),
        "phones": devices.phones_may_report(tournament),
        "both": bool(tournament.settings.get(devices.BOTH)),
        "https": secure.offered(),
        "standing": standing,
    }
    return render(request, "tournaments/tablets/tablets.html", context, status=status)


def _standing(tournament: Tournament) -> dict[str, Any]:
    """What was said of how the tables stand, as it is typed."""
    lengths, there_and_back = floor.told(floor.stands(list(tournament.places.all())))
    return {"rows": ", ".join(map(str, lengths)), "there_and_back": there_and_back}


@require_POST
def arrange(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Say how the tables stand in the hall."""
    typed = request.POST.get("rows", "").strip()
    lengths = [int(part[:4]) for part in re.findall(r"[0-9]+", typed)] or [0] * bool(typed)
    there_and_back = request.POST.get("numbers") == "back"
    try:
        done = floor.arrange(tournament, lengths, there_and_back=there_and_back, by=request.user)
    except Refusal as refusal:
        standing = {"rows": typed, "there_and_back": there_and_back, "refused": refused(refusal)}
        return _show(request, tournament, standing, status=422)
    said = (
        _("The map shows the tables as they stand.") if lengths else _("The map shows the tables by number.")
    )
    url = reverse("tablets_undo", args=[tournament.slug, done.version])
    messages.success(request, said, extra_tags=f"undo={url}")
    return redirect("tablets", tournament.slug)


def fragment(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What the page asks for again; 304 where nothing has changed, which two queries tell."""
    seen = hall.sights_of(tournament)
    tag = _tag(tournament, seen)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(_parts(request, tournament, seen))
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _parts(request: HttpRequest, tournament: Tournament, seen: list[Sight]) -> str:
    now = hall.look(tournament, seen)
    tiles = [words.tile(spot) for spot in now.spots]
    context = {
        "tournament": tournament,
        "rounds": now.rounds,
        "tiles": tiles,
        "floor": words.floor(now, tiles),
        "density": words.density(now),
        "calls": words.calls(tournament, now.calls),
        "playing": words.day_round(now.rounds),
        "rows": [words.row(sight) for sight in now.sights],
        **words.summary(now),
    }
    return render_to_string("tournaments/tablets/map.html", context, request)


def _tag(tournament: Tournament, seen: list[Sight]) -> str:
    """The ETag of the map: the version of the day, and what the devices last said, by the minute."""
    said = [(sight.minutes, *(getattr(sight.device, name) for name in SHOWN)) for sight in seen]
    of_what = (str(tournament.uid), tournament.epoch, tournament.version, get_language(), said)
    return f'"{hashlib.sha256(repr(of_what).encode()).hexdigest()[:32]}"'


@require_POST
def answer(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Somebody has seen to a call."""
    waiting = get_object_or_404(tournament.calls.select_related("place", "device__entry"), pk=call)
    calls.answer(waiting)
    if request.headers.get("Accept") == "text/plain":  # a page that stays where it is (page.js)
        return HttpResponse(status=204)
    (said,) = words.calls(tournament, [waiting])
    messages.success(request, _("%(call)s: seen to.") % {"call": said["who"]})
    return redirect("desk" if request.POST.get("from") == "desk" else "tablets", tournament.slug)


@require_POST
def take(request: SignedInRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Write down a result that waited for the desk, as if its device had sent it."""
    asked = tournament.calls.filter(what=Call.What.RESULT).select_related(
        "tournament", "device__tournament", "device__place"
    )
    taken = reading.take_asked(get_object_or_404(asked, pk=call), by=request.user)
    if taken.heard.refusal is not None:
        messages.warning(request, refused(taken.heard.refusal))
    else:
        messages.success(request, _("Written down."))
    return redirect("desk" if request.POST.get("from") == "desk" else "tablets", tournament.slug)


@require_POST
def both(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Whether a second tablet at a table reports at once, or only once somebody has let it in."""
    allowed = request.POST.get("allowed") == "yes"
    done = hall.allow_both(tournament, allowed, by=request.user)
    said = (
        _("A second tablet at a table reports at once now.")
        if allowed
        else _("A second tablet at a table waits until somebody lets it in.")
    )
    return _chosen(request, tournament, done, said)


@require_POST
def phones(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Whether players may report from their own phones."""
    allowed = request.POST.get("allowed") == "yes"
    done = hall.allow_phones(tournament, allowed, by=request.user)
    said = (
        _("Players may report from their own phones now.")
        if allowed
        else _("Results are no longer taken from players’ own phones.")
    )
    return _chosen(request, tournament, done, said)


def _chosen(request: SignedInRequest, tournament: Tournament, done: Act | None, said: str) -> HttpResponse:
    """Say what was chosen, with its way back; `done` is None where it was so before."""
    if done is not None:
        url = reverse("tablets_undo", args=[tournament.slug, done.version])
        messages.success(request, said, extra_tags=f"undo={url}")
    return redirect("tablets", tournament.slug)
