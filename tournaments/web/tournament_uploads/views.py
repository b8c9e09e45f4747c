"""Tournaments that laptops push to this server, authorised by an organisation's keys."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt

from scoring import DomainError
from tournaments.accounts import rate_limits
from tournaments.accounts.rate_limits import TEN_MINUTES, Limit
from tournaments.common.form_fields import OneLine
from tournaments.common.messages import sentences
from tournaments.models import Organisation, UploadKey
from tournaments.transfer import copies
from tournaments.web import flash
from tournaments.web.access import SignedInRequest, writes_on_get
from tournaments.web.base_address import base
from tournaments.web.middleware import BODY_LIMITS

WRONG_KEY_LIMITS = (Limit(20, TEN_MINUTES), Limit(300, TEN_MINUTES, everywhere=True))
UPLOAD_LIMITS = (Limit(120, TEN_MINUTES),)  # by one key
BEARER = "Bearer "


@writes_on_get
@csrf_exempt  # no browser comes here: the request has a key
def receive_tournament(request: HttpRequest) -> HttpResponse:
    """Import a whole tournament from a laptop; a GET only reports whether its key is known."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    if rate_limits.seconds_to_wait("upload_key", WRONG_KEY_LIMITS, address):
        return _json({"error": "too_many"}, HTTPStatus.TOO_MANY_REQUESTS)
    header = request.headers.get("Authorization", "")
    key = copies.key_of(header.removeprefix(BEARER)) if header.startswith(BEARER) else None
    if key is None:
        if header:  # a page of another origin can send no key: its requests block no one
            rate_limits.count_attempt("upload_key", address)
        return _refused(DomainError("key_unknown"), HTTPStatus.UNAUTHORIZED)
    if request.method != "POST":
        return _json({"outcome": copies.KNOWN})
    if rate_limits.seconds_to_wait("take_over", UPLOAD_LIMITS, f"key {key.pk}"):
        return _json({"error": "too_many"}, HTTPStatus.TOO_MANY_REQUESTS)
    rate_limits.count_attempt("take_over", f"key {key.pk}")
    try:
        return _json({"outcome": copies.receive(key, request.read(BODY_LIMITS["take_over"]))})
    except DomainError as refusal:
        return _refused(refusal, HTTPStatus.CONFLICT)


def _refused(refusal: DomainError, status: int) -> HttpResponse:
    return _json({"error": refusal.code, "sentence": str(sentences.error_sentence(refusal))}, status)


def _json(content: dict[str, Any], status: int = HTTPStatus.OK) -> HttpResponse:
    answer = JsonResponse(content, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


# The keys of an organisation


class KeyForm(forms.Form):
    """A further key."""

    name = OneLine(label=_("For which laptop"), max_length=60)


def keys(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Show the existing keys, and the text of one that was just made, this once."""
    form, made = KeyForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        with sentences.errors_to_form(form, "name"):
            _key, made = copies.issue(organisation, form.cleaned_data["name"], by=request.user)
            form = KeyForm()
    context = {
        "organisation": organisation,
        "keys": organisation.upload_keys.select_related("by"),
        "form": form,
        "made": made,
        "server": base(request),
    }
    answer = render(request, "tournaments/copies/keys.html", context, status=422 if form.errors else 200)
    answer["Cache-Control"] = "no-store"
    return answer


def revoke_key(request: SignedInRequest, organisation: Organisation, uid: str) -> HttpResponse:
    """Revoke a key."""
    for key in UploadKey.objects.filter(organisation=organisation, uid=uid):
        key.delete()
        flash.success(request, "upload_key_gone", {"name": key.name})
    return redirect("upload_keys", organisation.slug)
