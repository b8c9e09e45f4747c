"""Payments at the door: one tap for the whole fee in cash, other amounts on the page of the person."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.models import Entry, Payment, Signup, Tournament
from tournaments.publishing.papers import receipt_paper
from tournaments.registration import payments
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.registration import rows
from tournaments.web.registration.forms import PaymentForm
from tournaments.web.registration.views import check_in, person

ROW_TEMPLATE = "tournaments/registration/row.html"


def pay(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Write a payment: `all` that is due in cash, or an amount that is received, or given back."""
    entry = person.find(tournament, number)
    seen, form, due = parse_int(request.POST.get("seen", "")), None, None
    cents, how = None, Payment.How.CASH.value
    if "all" in request.POST:
        due = parse_int(request.POST["all"]) or 0  # what the button said
    else:
        form = PaymentForm(request.POST)
        if not form.is_valid():
            return person.person_page(request, entry, payment=form)
        cents, how = form.cleaned_data["amount"], form.cleaned_data["how"]
        if request.POST.get("do") == "refund":
            cents = -cents
    try:
        line = payments.record(entry, cents, how, by=request.user, seen=seen, due=due)
    except DomainError as refusal:
        return _refused(request, entry, refusal, form)
    if request.htmx:  # type: ignore[attr-defined]
        return _row(request, entry, line=line)
    flash.success(request, "payment_kept", {"name": entry.name})
    return redirect(_return_url(request, entry))


def _refused(
    request: HttpRequest, entry: Entry, refusal: DomainError, form: PaymentForm | None
) -> HttpResponse:
    if form:
        form.add_error("amount", sentences.validation_error(refusal))
        return person.person_page(request, entry, payment=form)
    if request.htmx:  # type: ignore[attr-defined]
        return _row(request, entry, refusal=refusal)
    flash.domain_error(request, refusal)
    return redirect(_return_url(request, entry))


def _return_url(request: HttpRequest, entry: Entry) -> str:
    """Return the address of the page on which a payment was tapped: check-in, or that of the person."""
    if "check_in" in request.POST:
        return check_in.row_url(entry)
    return reverse("entry", args=[entry.tournament.slug, entry.number])


def _row(
    request: HttpRequest, entry: Entry, *, line: Payment | None = None, refusal: DomainError | None = None
) -> HttpResponse:
    """Return the row of an entry at check-in, or in the list with the totals above it."""
    if "check_in" in request.POST:
        return check_in.row(request, entry, refusal)
    tournament = entry.tournament
    context = {
        "row": rows.row_of(tournament, entry),
        "with_totals": True,
        "line": line,
        "refusal": refusal and sentences.error_sentence(refusal),
    }
    return render(request, ROW_TEMPLATE, context | rows.totals(tournament, payments.balances(tournament)))


def receipts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the receipts of one entry (`number`), or of the people of a `club`, as a PDF file."""
    every = payments.accounts(tournament).values()
    number, club = parse_int(request.GET.get("number", "")), request.GET.get("club", "")
    chosen = [one for one in every if one.entry.number == number or (club and one.entry.club == club)]
    chosen.sort(key=lambda account: account.entry.sort_name)
    file = receipt_paper.receipts(tournament, chosen, language=_language(tournament, chosen))
    if not file:
        flash.error(request, "nothing_paid")
        return redirect("fees", tournament.slug)
    answer = HttpResponse(file, content_type="application/pdf")
    name = slugify(f"{_('Receipts')} {club or chosen[0].entry.name}")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer


def _language(tournament: Tournament, chosen: list[payments.Account]) -> str:
    """Return the language in which one person registered, else that of the tournament."""
    if len(chosen) == 1:
        own = Signup.objects.filter(tournament_uid=tournament.uid, entry_uid=chosen[0].entry.uid).first()
        return own.language if own else tournament.language
    return tournament.language


def take_back(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take a payment back that was a mistake."""
    line = get_object_or_404(tournament.payments, number=number)
    entry = payments.entry_by_uid(tournament, line.entry_uid)
    with flash.domain_errors(request):
        try:
            payments.take_back(tournament, number, by=request.user)
        except DomainError as refusal:
            if entry is None:
                raise
            return _refused(request, entry, refusal, None)
        if request.htmx and entry:  # type: ignore[attr-defined]
            return _row(request, entry)
        flash.success(request, "payment_taken_back")
    return redirect(_return_url(request, entry)) if entry else redirect("cash", tournament.slug)
