"""Protests: filed at the desk, ruled on by a judge; what stands open says so before anything is official."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_POST

from scoring import Refusal
from tournaments import help_requests, protests
from tournaments.incoming import whole
from tournaments.models import Call, Tournament
from tournaments.publication.names import time_of_day
from tournaments.rights import may
from tournaments.sentences import refused
from tournaments.views import say
from tournaments.views.access import SignedInRequest, needs

RULINGS = UPHELD, _DISMISSED = "upheld", "dismissed"


def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every protest of the day, and the form of another one."""
    call = help_requests.of_a_protest(tournament, whole(request.GET.get("call", "")))
    return _show(request, tournament, **_of_call(tournament, call))


def _of_call(tournament: Tournament, call: Call | None, text: str = "", **ruling: str) -> dict[str, Any]:
    """The form as a table has asked for it, with the moment when it did; nothing without a request.

    `text` and `ruling` are what was typed.
    """
    if call is None or call.said is None:
        return {}
    rounds = [one.number for one in reversed(protests.can_be_protested(tournament, call.at))]
    typed = {"number": str(call.who[0][0]), "round": str(call.said["round"]), "call": str(call.pk)}
    return {"typed": typed | {"text": text} | ruling, "rounds": rounds, "asked_at": time_of_day(call.at)}


def _show(request: HttpRequest, tournament: Tournament, status: int = 200, **more: Any) -> HttpResponse:
    names = dict(tournament.entries.values_list("number", "name"))
    end = protests.open_until(tournament)
    context = {
        "rows": [
            {"protest": one, "name": names.get(one.act.args["entries"][0], "")}
            for one in protests.of(tournament)
        ],
        "rounds": [one.number for one in reversed(protests.can_be_protested(tournament))],
        "people": sorted(names.items()),
        "minutes": protests.minutes(tournament),
        "until": time_of_day(end) if end else "",
        "longest": protests.LONGEST_TEXT,
        "typed": request.POST,
    }
    return render(request, "tournaments/protests.html", context | more, status=status)


@require_POST
def file(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """File one, for whoever came to the desk or asked for it at a table; a judge may rule on it at once."""
    key, text = whole(request.POST.get("call", "")), request.POST.get("text", "")
    call = help_requests.of_a_protest(tournament, key)
    if key is not None and call is None:  # somebody else has filed it, or seen to it
        say.fail(request, "look_again_protest")
        return redirect("protests", tournament.slug)
    ruling, said = request.POST.get("ruling", ""), request.POST.get("said", "")
    try:
        entry = tournament.entries.filter(number=whole(request.POST.get("number", "")) or 0).first()
        if entry is None:
            raise Refusal("protest_who")
        number = whole(request.POST.get("round", "")) or 0
        if call and (call.who[0][0], (call.said or {}).get("round")) != (entry.number, number):
            raise Refusal("protest_of_the_table")
        act = protests.file(tournament, number, entry, text, by=request.user, at=call.at if call else None)
        if call:
            help_requests.answer(call)
    except Refusal as refusal:
        told = _of_call(tournament, call, text, ruling=ruling, said=said)
        return _show(request, tournament, status=422, refused=refused(refusal), **told)
    if ruling in RULINGS and may(request.user, "penalise", tournament):
        return _rule(request, tournament, act.version, said)
    say.done(request, "protest_filed", {"name": entry.name})
    return redirect("protests", tournament.slug)


@require_POST
def rule(request: SignedInRequest, tournament: Tournament, version: int) -> HttpResponse:
    """Rule on one."""
    return _rule(request, tournament, version, request.POST.get("text", ""))


def _rule(request: SignedInRequest, tournament: Tournament, version: int, text: str) -> HttpResponse:
    upheld = request.POST.get("ruling") == UPHELD
    try:
        protests.rule(tournament, version, text, upheld=upheld, by=request.user)
    except Refusal as refusal:
        say.refuse(request, refusal)
    else:
        say.done(request, "protest_upheld" if upheld else "protest_dismissed")
    return redirect("protests", tournament.slug)


urlpatterns = [
    path("t/<slug:slug>/protests/", needs("see_day", page), name="protests"),
    path("t/<slug:slug>/protests/file/", needs("decide", file), name="protests_file"),
    path("t/<slug:slug>/protests/<int:version>/rule/", needs("penalise", rule), name="protests_rule"),
]
