"""Opening, closing and undoing a round: one act each."""

from typing import Any

from django.contrib.messages import SUCCESS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from scoring import DomainError
from tournaments import rounds as day
from tournaments.accounts.permissions import may
from tournaments.common import audit_log
from tournaments.common.sanitize import parse_int
from tournaments.models import Round, Tournament
from tournaments.models.tournament import locked
from tournaments.rounds import NOT_VOID, stages
from tournaments.web import flash
from tournaments.web.rounds.words import undone


def find(tournament: Tournament, number: int, stage: int = 1) -> Round:
    """Return a round of a stage, with the stage, unless it is void; or raise `Http404`."""
    standing = Round.objects.filter(NOT_VOID, stage__tournament=tournament, stage__order=stage)
    found = get_object_or_404(standing.select_related("stage"), number=number)
    found.stage.tournament = tournament
    return found


def open_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Open a round."""
    with flash.domain_errors(request):
        day.open_round(find(tournament, number), by=request.user)  # type: ignore[arg-type]
        flash.success(request, "round_open", {"number": number})
        return redirect("desk", tournament.slug)
    return redirect("rounds", tournament.slug)


def close(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Close a round of the tournament, or of another stage (`?stage=2`)."""
    stage = request.GET.get("stage", "1")
    with flash.domain_errors(request):
        day.close_round(find(tournament, number, parse_int(stage) or 1), by=request.user)  # type: ignore[arg-type]
        flash.success(request, "round_closed", {"number": number})
        return redirect(after_closing(request.user, tournament), tournament.slug)
    return redirect("desk", tournament.slug)


def after_closing(who: Any, tournament: Tournament) -> str:
    """Return the address of the next step after a game is closed: next seating, medals, or the rounds."""
    if not may(who, "run_rounds", tournament):
        return "rounds"
    stage = stages.qualifying(tournament)
    last = stage.rounds.filter(NOT_VOID).order_by("number").last()
    if last is None or last.state != Round.State.CLOSED:
        return "rounds"
    return "rounds_seat" if last.number < stage.rules["rounds"] else "medals"


def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Undo the act that the page showed, unless something has happened since."""
    with flash.domain_errors(request):
        with locked(tournament) as held:
            act = audit_log.last_undoable(held)
            if act is None or str(act.version) != request.POST.get("act"):
                raise DomainError("look_again")
            audit_log.undo(act, by=request.user)  # type: ignore[arg-type]
        flash.add(request, SUCCESS, undone(act))
    return redirect(reverse("rounds", args=[tournament.slug]))
