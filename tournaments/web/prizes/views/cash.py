"""The cash box: fees in, prizes out, the balance; for helpers who take the fees."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.publishing import cash_box, prizes, snapshot
from tournaments.standings import standings
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.prizes.forms import FREE_ROWS, CashForms


def cash_box_page(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the cash box; a POST saves its further amounts."""
    forms = CashForms(request.POST, prefix="c") if request.method == "POST" else _forms(tournament)
    refused = ""
    if forms.is_valid():
        try:
            cash_box.keep(tournament, [form.typed() for form in forms], by=request.user)
        except DomainError as refusal:
            refused = sentences.error_sentence(refusal)
        else:
            flash.success(request, "cash_kept")
            return redirect("cash", tournament.slug)
    publication = snapshot.official(tournament)
    shown = snapshot.published_standings(publication) if publication else standings(tournament)
    context = {
        "box": cash_box.box(tournament, prizes.awards(tournament, shown)),
        "forms": forms,
        "refused": refused,
        "official": publication is not None,
    }
    return render(request, "tournaments/prizes/cash.html", context, status=422 if forms.is_bound else 200)


def _forms(tournament: Tournament) -> Any:
    known = [
        {"text": one.text, "way": "out" if one.cents < 0 else "in", "money": abs(one.cents)}
        for one in cash_box.lines(tournament)
    ]
    free: list[dict[str, Any]] = [{"way": "out"}] * min(FREE_ROWS, cash_box.MAX_LINES - len(known))
    return CashForms(initial=[*known, *free], prefix="c")
