"""The cash box: fees in, prizes out, what is left; for whoever takes the fees."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from scoring import Refusal
from tournaments import sentences
from tournaments.forms.prizes import FREE_ROWS, CashForms
from tournaments.models import Tournament
from tournaments.publication import cash, freeze, prizes
from tournaments.standings import standings
from tournaments.views import say
from tournaments.views.access import SignedInRequest


def page(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the cash box; a POST saves its further amounts."""
    if request.method != "POST":
        return _page(request, tournament, _forms(tournament))
    forms = CashForms(request.POST, prefix="c")
    if not forms.is_valid():
        return _page(request, tournament, forms, status=422)
    try:
        cash.keep(tournament, [form.typed() for form in forms], by=request.user)
    except Refusal as refusal:
        return _page(request, tournament, forms, sentences.refused(refusal), status=422)
    say.done(request, "cash_kept")
    return redirect("cash", tournament.slug)


def _forms(tournament: Tournament) -> Any:
    known = [
        {"text": one.text, "way": "out" if one.cents < 0 else "in", "money": abs(one.cents)}
        for one in cash.lines(tournament)
    ]
    free: list[dict[str, Any]] = [{"way": "out"}] * min(FREE_ROWS, cash.MOST - len(known))
    return CashForms(initial=[*known, *free], prefix="c")


def _page(
    request: SignedInRequest, tournament: Tournament, forms: Any, refused: str = "", status: int = 200
) -> HttpResponse:
    publication = freeze.official(tournament)
    shown = freeze.read(publication) if publication else standings(tournament)
    context = {
        "box": cash.box(tournament, prizes.awards(tournament, shown)),
        "forms": forms,
        "refused": refused,
        "official": publication is not None,
    }
    return render(request, "tournaments/prizes/cash.html", context, status=status)
