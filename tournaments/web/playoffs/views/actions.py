"""The director's actions in the playoffs."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import registration
from tournaments.common.messages.sentences import error_sentence
from tournaments.common.sanitize import parse_int
from tournaments.finals import playoffs
from tournaments.models import Tournament
from tournaments.models.tournament import locked
from tournaments.standings import standings
from tournaments.standings.playoffs import stage_of
from tournaments.web import confirm, flash
from tournaments.web.access import SignedInRequest
from tournaments.web.audit_log.views import take_back_shown
from tournaments.web.confirm import Confirmation
from tournaments.web.playoffs.views.bracket import undoable, would_play


def begin(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the bracket from the standings, with a lot whose seed is stored and shown."""

    def ask(held: Tournament) -> Confirmation | None:
        found = playoffs.field(held)
        if stage_of(held) or not found.rows or playoffs.start_obstacle(held, found):
            return None
        what, kind = _("Draw the bracket and seat the first matches"), registration.competing(held)
        return Confirmation(what, what, would_play(found), reverse("medals", args=[held.slug]), kind=kind)

    def do(held: Tournament) -> None:
        playoffs.begin(held, seed=secrets.randbelow(1_000_000), by=request.user)  # type: ignore[arg-type]

    with flash.domain_errors(request):
        if page := confirm.run_if_confirmed(request, locked(tournament), ask, do):
            return page
    return redirect("medals", tournament.slug)


def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Save who plays on, by a tick for each before the bracket is drawn."""
    shown = standings(tournament)
    here = {entry.number for entry in registration.present(tournament, shown.rounds + 1)}
    rows = [row for row in shown.rows if row.number in here]
    before = out = playoffs.opted_out(tournament)
    refusal = None
    if request.method == "POST":
        seen, plays = (
            {parse_int(typed) for typed in request.POST.getlist(name)} for name in ("seen", "plays")
        )
        out = {row.number for row in rows if row.number in (seen - plays if row.number in seen else out)}
        told = {int(one) for one in request.POST.getlist("out") if parse_int(one) is not None}
        try:
            playoffs.opt_out(tournament, out, seen=told if "told" in request.POST else None, by=request.user)  # type: ignore[arg-type]
            return redirect("medals", tournament.slug)
        except DomainError as one:
            refusal, before = one, playoffs.opted_out(tournament)
    context = {
        "rows": [(row, row.number not in out) for row in rows],
        "before": sorted(before),
        "drawn": stage_of(tournament),
        "refused": error_sentence(refusal) if refusal else None,
    }
    return render(request, "tournaments/playoffs/players.html", context, status=422 if refusal else 200)


def take_back(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Undo the bracket that the page showed, unless something happened since."""
    return take_back_shown(request, undoable(tournament), reverse("medals", args=[tournament.slug]))
