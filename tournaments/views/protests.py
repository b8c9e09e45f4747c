"""Protests: filed at the desk, ruled on by a judge; what stands open says so before anything is official."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_POST

from scoring import Refusal
from tournaments import help_requests, protests
from tournaments.incoming import whole
from tournaments.models import Tournament
from tournaments.publication.names import time_of_day
from tournaments.sentences import refused
from tournaments.views import say
from tournaments.views.access import SignedInRequest, needs


def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every protest of the day, and the form of another one."""
    call = help_requests.of_a_protest(tournament, whole(request.GET.get("call", "")))
    if call is None or call.said is None:
        return _show(request, tournament)
    asked = {
        "number": str(call.who[0][0]),
        "round": str(call.said["round"]),
        "call": str(call.pk),
        "text": "",
    }
    rounds = [one.number for one in reversed(protests.can_be_protested(tournament, call.at))]
    return _show(request, tournament, typed=asked, rounds=rounds, asked_at=time_of_day(call.at))


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
    """File one, for whoever came to the desk."""
    try:
        entry = tournament.entries.filter(number=whole(request.POST.get("number", "")) or 0).first()
        if entry is None:
            raise Refusal("protest_who")
        number = whole(request.POST.get("round", "")) or 0
        call = help_requests.of_a_protest(tournament, whole(request.POST.get("call", "")))
        asked = call.at if call and [entry.number] == call.who[0][:1] else None
        protests.file(tournament, number, entry, request.POST.get("text", ""), by=request.user, at=asked)
        if call:
            help_requests.answer(call)
    except Refusal as refusal:
        return _show(request, tournament, status=422, refused=refused(refusal))
    say.done(request, "protest_filed", {"name": entry.name})
    return redirect("protests", tournament.slug)


@require_POST
def rule(request: SignedInRequest, tournament: Tournament, version: int) -> HttpResponse:
    """Rule on one."""
    upheld = request.POST.get("ruling") == "upheld"
    try:
        protests.rule(tournament, version, request.POST.get("text", ""), upheld=upheld, by=request.user)
    except Refusal as refusal:
        say.refuse(request, refusal)
    else:
        say.done(request, "protest_upheld" if upheld else "protest_dismissed")
    return redirect("protests", tournament.slug)


urlpatterns = [
    path("t/<slug:slug>/protests/", needs("see_day", page), name="protests"),
    path("t/<slug:slug>/protests/file/", needs("enter_results", file), name="protests_file"),
    path("t/<slug:slug>/protests/<int:version>/rule/", needs("penalise", rule), name="protests_rule"),
]
