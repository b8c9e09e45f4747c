"""The fees of a tournament: for everybody, for a category, for an answer; and how they are paid."""

from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.common.messages import sentences
from tournaments.models import Event, Tournament
from tournaments.registration import fees, fold, payments
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import fingerprint
from tournaments.web.registration.forms import FeesForm
from tournaments.web.stale_forms import refusal_codes, seen_fingerprint, unchanged_since


def _fingerprint(tournament: Tournament) -> str:
    charged = fees.charged_categories(tournament), fees.charged_questions(tournament)
    return fingerprint(fees.fees_of(tournament), charged)


def fees_page(request: HttpRequest, tournament: Tournament, form: FeesForm | None = None) -> HttpResponse:
    """Show the fees; users who may set up the tournament get the form."""
    paid = [account.entry.club for account in payments.accounts(tournament).values() if account.lines]
    clubs = sorted({club for club in paid if club}, key=fold)
    in_event = Event.with_tournament(tournament) is not None
    codes = refusal_codes(form) if form else []
    seen = seen_fingerprint(request, _fingerprint(tournament), *codes)
    context = {"form": form or FeesForm(tournament), "clubs": clubs, "in_event": in_event, "seen": seen}
    status = 422 if form else 200
    return render(request, "tournaments/registration/fees.html", context, status=status)


def choose(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save the fees."""
    if request.method != "POST":
        return redirect("fees", tournament.slug)
    form = FeesForm(tournament, request.POST)
    if form.is_valid():
        with (
            sentences.errors_to_form(form, "amount", page_changed=NON_FIELD_ERRORS),
            unchanged_since(request, tournament, _fingerprint) as held,
        ):
            fees.save_fees(held, form.chosen(), by=request.user)
            flash.success(request, "fees_kept")
            return redirect("fees", tournament.slug)
    tournament.refresh_from_db()
    return fees_page(request, tournament, form)
