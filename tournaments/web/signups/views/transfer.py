"""The list of registrations between a server and the laptop of the hall: given, fetched and previewed."""

import json
import secrets
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.common.messages.sentences import Sentence
from tournaments.delivery import signup_transfer
from tournaments.delivery.destinations.storage import TransferError
from tournaments.models import Tournament
from tournaments.organisations.erasure import PENDING_LIST_PREFIX
from tournaments.publishing.money_words import how_paid, money
from tournaments.publishing.papers.door_papers import answer_word
from tournaments.registration import questions, signup_list, signup_list_comparison
from tournaments.registration.signup_list_comparison import (
    AGREES,
    ANSWER,
    CLUB,
    MEMBER_NUMBER,
    NAMES,
    PAID,
    Difference,
)
from tournaments.web import flash
from tournaments.web.access import SignedInRequest, writes_on_get
from tournaments.web.base_address import base

TEMPLATE_FOLDER = "tournaments/signups/"


@writes_on_get
def give_list(request: HttpRequest, token: str) -> HttpResponse:
    """Answer the list of registrations to a laptop that has its address."""
    tournament = signup_transfer.tournament_by_token(token)
    if tournament is None:
        raise Http404
    response = HttpResponse(signup_list.write(tournament), content_type="application/json")
    response["Cache-Control"], response["X-Robots-Tag"] = "no-store", "noindex"
    return response


def download(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the same list as a file."""
    response = HttpResponse(signup_list.write(tournament), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-registrations.json"'
    return response


def transfer(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show both ends; fetch the list from the kept address, or read it from a file."""
    if request.method != "POST":
        return _transfer_page(request, tournament)
    if request.POST.get("do") == "file":
        file = request.FILES.get("file")
        content = file.read(signup_list.MAX_BYTES + 1) if file else b""
        return _read_list(request, tournament, lambda: content, "file")
    return _read_list(request, tournament, lambda: signup_transfer.fetch(tournament), "address")


def news(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say on the page of registration how many registrations are new at the kept address; else nothing."""
    context = {"tournament": tournament, "count": signup_transfer.count_news(tournament)}
    return render(request, TEMPLATE_FOLDER + "news.html", context)


def addresses(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Make or end the address that gives the list here; keep or forget the one from which it is fetched."""
    match request.POST.get("do"):
        case "give":
            path = reverse("signup_list", args=[signup_transfer.issue_token(tournament)])
            return _transfer_page(request, tournament, made=base(request) + path)
        case "end":
            signup_transfer.revoke_token(tournament)
            flash.success(request, "signup_address_end")
        case "source":
            typed = request.POST.get("address", "").strip()

            def content() -> bytes:
                signup_transfer.keep_source(tournament, typed)
                return signup_transfer.fetch(tournament)

            return _read_list(request, tournament, content, "address", typed)
        case "forget":
            signup_transfer.forget_source(tournament)
            flash.success(request, "signup_source_gone")
    return redirect("signup_transfer", tournament.slug)


def _transfer_page(request: HttpRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    kept = signup_transfer.transfer_of(tournament)
    context = {
        "kept": kept,
        "source": signup_transfer.source_of(tournament),
        "waiting": _pending_list(request, tournament),
        **more,
    }
    status = 422 if more.get("refusal") else 200
    response = render(request, TEMPLATE_FOLDER + "transfer.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _read_list(
    request: HttpRequest, tournament: Tournament, content: Callable[[], bytes], source: str, typed: str = ""
) -> HttpResponse:
    """Read a list; lead to its preview, or say why it cannot be read: then nothing has changed."""
    try:
        whole = content()
        listed = signup_list.read(whole)
    except (TransferError, DomainError) as refusal:
        return _transfer_page(request, tournament, refusal=_sentence(refusal), refused=source, typed=typed)
    found = signup_list_comparison.compare(tournament, listed)
    if found.is_empty:
        signup_list_comparison.accept(tournament, listed, {}, seal=found.seal, token="", by=None)
        flash.success(request, "signup_list_known")
        return redirect("signup_transfer", tournament.slug)
    text = json.dumps(json.loads(whole), ensure_ascii=False)  # an erasure looks for names in it
    request.session[_key(tournament)] = {"token": secrets.token_urlsafe(16), "list": text}
    return redirect("signup_preview", tournament.slug)


def _sentence(refusal: TransferError | DomainError) -> Sentence:
    if isinstance(refusal, DomainError):
        return sentences.error_sentence(refusal)
    return sentences.sentence(refusal.code, {"why": refusal.why})


def _key(tournament: Tournament) -> str:
    return f"{PENDING_LIST_PREFIX}signups-{tournament.uid}"


def _pending_list(request: HttpRequest, tournament: Tournament) -> dict[str, str] | None:
    kept: dict[str, str] | None = request.session.get(_key(tournament))
    return kept


def preview(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show what the list would change; the last button takes what is chosen."""
    kept = _pending_list(request, tournament)
    if kept is None:
        if request.method == "POST":
            flash.warning(request, "signup_list_not_kept")
        return redirect("signup_transfer", tournament.slug)
    listed = signup_list.read(kept["list"].encode())
    refusal = None
    if request.method == "POST":
        try:
            return _accept(request, tournament, listed, kept["token"])
        except DomainError as fault:
            refusal = sentences.error_sentence(fault)
    found = signup_list_comparison.compare(Tournament.objects.get(pk=tournament.pk), listed)
    context = {
        "listed": listed,
        "found": found,
        "groups": {kind: _offer_rows(request, tournament, found.of_kind(kind)) for kind in KINDS},
        "refusal": refusal,
    }
    return render(request, TEMPLATE_FOLDER + "preview.html", context, status=422 if refusal else 200)


KINDS = (
    signup_list_comparison.NEW,
    signup_list_comparison.ALIKE,
    signup_list_comparison.CHANGED,
    signup_list_comparison.BOTH,
    signup_list_comparison.WITHDRAWN,
)


def _accept(
    request: SignedInRequest, tournament: Tournament, listed: signup_list.SignupList, token: str
) -> HttpResponse:
    seal, by = request.POST.get("seal", ""), request.user
    count = signup_list_comparison.accept(
        tournament, listed, request.POST.dict(), seal=seal, token=token, by=by
    )
    request.session.pop(_key(tournament), None)
    act = tournament.acts.filter(kind="import", args__token=token).first()
    undo = reverse("registration_undo", args=[tournament.slug, act.version]) if act else ""
    flash.success(request, "signup_list_taken", {"count": count}, undo=undo)
    return redirect("registration", tournament.slug)


def _offer_rows(
    request: HttpRequest, tournament: Tournament, offers: list[signup_list_comparison.ProposedChange]
) -> list[dict[str, Any]]:
    """Return offers with what is chosen now, and their differences in words."""
    asked = {f"{ANSWER}{one.id}": one.text for one in questions.questions_of(tournament)}
    sent = request.method == "POST"
    return [
        {
            "offer": offer,
            "chosen": request.POST.get(offer.key, signup_list_comparison.LEAVE) if sent else offer.suggested,
            "differences": [_difference_words(one, asked) for one in offer.differences],
            "paid": _value_words(PAID, offer.row.paid) if offer.row.paid else "",
        }
        for offer in offers
    ]


def _difference_words(difference: Difference, asked: dict[str, str]) -> tuple[str, str, str]:
    """Return the label of a field, what it is here, and what it is in the list."""
    labels = {
        NAMES: _("Name"),
        CLUB: _("Club"),
        MEMBER_NUMBER: _("Member number"),
        AGREES: _("Full name on the Internet"),
        PAID: _("Paid"),
        **asked,
    }
    here, there = (_value_words(difference.name, value) for value in (difference.here, difference.there))
    return labels[difference.name], here, there


def _value_words(name: str, value: Any) -> str:
    if name == NAMES:
        return " / ".join(value)
    if name == AGREES:
        return _("yes") if value else _("no")
    if name == PAID:
        return ", ".join(f"{money(cents)}, {how_paid(how)}" for how, cents in value.items()) or "–"
    return str(answer_word(value) if name.startswith(ANSWER) and value else value) or "–"
