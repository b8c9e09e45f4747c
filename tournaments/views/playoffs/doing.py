"""The director's actions in the playoffs."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import playoffs, registration
from tournaments.incoming import whole
from tournaments.models import Tournament
from tournaments.standings import standings
from tournaments.standings.playoffs import stage_of
from tournaments.views import previewed, say
from tournaments.views.access import SignedInRequest
from tournaments.views.acts import take_back_shown
from tournaments.views.playoffs.page import undoable, would_play
from tournaments.views.previewed import Question


def begin(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the bracket from the standings, with a lot whose seed is stored and shown."""
    found = playoffs.field(tournament)
    if stage_of(tournament) is None and found.rows and playoffs.against(tournament, found) is None:
        what = _("Draw the bracket and seat the first matches")
        back, kind = reverse("medals", args=[tournament.slug]), registration.competing(tournament)
        page = previewed.asked(request, Question(what, what, would_play(found), back, kind=kind))
        if page:
            return page
    with say.refusals(request):
        playoffs.begin(tournament, seed=secrets.randbelow(1_000_000), by=request.user)  # type: ignore[arg-type]
    return redirect("medals", tournament.slug)


def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Save who plays on, signed up by a tick each before the bracket is drawn."""
    shown = standings(tournament)
    here = {entry.number for entry in registration.present(tournament, shown.rounds + 1)}
    rows = [row for row in shown.rows if row.number in here]
    out = playoffs.staying_out(tournament)
    if request.method == "POST":
        seen, plays = ({whole(typed) for typed in request.POST.getlist(name)} for name in ("seen", "plays"))
        out = {row.number for row in rows if row.number in (seen - plays if row.number in seen else out)}
        with say.refusals(request):
            playoffs.stay_out(tournament, out, by=request.user)  # type: ignore[arg-type]
        return redirect("medals", tournament.slug)
    context = {"rows": [(row, row.number not in out) for row in rows], "drawn": stage_of(tournament)}
    return render(request, "tournaments/playoffs/players.html", context)


def take_back(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Undo the bracket that the page showed, unless something happened since."""
    return take_back_shown(request, undoable(tournament), reverse("medals", args=[tournament.slug]))
