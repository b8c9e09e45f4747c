"""The fees of a tournament: for everybody, for a category, for an answer; and how they are paid."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.common.messages import sentences
from tournaments.models import Event, Tournament
from tournaments.registration import fees, fold, payments
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.registration.forms import FeesForm


def fees_page(request: HttpRequest, tournament: Tournament, form: FeesForm | None = None) -> HttpResponse:
    """Show the fees; users who may set up the tournament get the form."""
    paid = [account.entry.club for account in payments.accounts(tournament).values() if account.lines]
    clubs = sorted({club for club in paid if club}, key=fold)
    in_event = Event.with_tournament(tournament) is not None
    context = {"form": form or FeesForm(tournament), "clubs": clubs, "in_event": in_event}
    status = 422 if form else 200
    return render(request, "tournaments/registration/fees.html", context, status=status)


def choose(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save the fees."""
    if request.method != "POST":
        return redirect("fees", tournament.slug)
    form = FeesForm(tournament, request.POST)
    if form.is_valid():
        with sentences.errors_to_form(form, "amount"):
            fees.save_fees(tournament, form.chosen(), by=request.user)
            flash.success(request, "fees_kept")
            return redirect("fees", tournament.slug)
    return fees_page(request, tournament, form)
