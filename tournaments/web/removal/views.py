"""Hide a tournament or delete it."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from tournaments.accounts.permissions import may
from tournaments.common.form_fields import OneLine
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.transfer import copies, removal
from tournaments.web import flash
from tournaments.web.access import SignedInRequest


class NameForm(forms.Form):
    """The name of the tournament, typed to confirm its deletion."""

    name = OneLine(
        label=_("Type the name of the tournament"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, tournament: Tournament, *args: Any) -> None:
        super().__init__(*args)
        self.wanted = tournament.name

    def clean_name(self) -> str:
        """Compare the names, ignoring spaces and capitals."""
        typed: str = self.cleaned_data["name"]
        if " ".join(typed.split()).casefold() != " ".join(self.wanted.split()).casefold():
            raise sentences.validation_error(DomainError("removal_name", name=self.wanted))
        return typed


def removal_page(request: HttpRequest, tournament: Tournament, form: NameForm | None = None) -> HttpResponse:
    """Show what hiding and deleting do, and what prevents deleting."""
    published = removal.is_published(tournament)
    against = removal.obstacle(tournament)
    if published and not may(request.user, "remove_published", tournament):
        against = DomainError("removal_published")
    context = {
        "published": published,
        "signups": removal.has_signups(tournament),
        "form": form or (NameForm(tournament) if published or removal.needs_name(tournament) else None),
        "against": sentences.error_sentence(against) if against else None,
        "folder": copies.folder(),
    }
    return render(request, "tournaments/removal/removal.html", context, status=422 if form else 200)


def hide(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take the tournament off the lists, or put it back."""
    hidden = request.POST.get("hidden") == "yes"
    removal.hide(tournament, hidden=hidden)
    flash.success(request, "hidden" if hidden else "hidden_no_more", {"name": tournament.name})
    return redirect("home") if hidden else redirect("removal", tournament.slug)


def remove(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Delete a rehearsal, or a tournament without a published result."""
    return _delete_tournament(request, tournament, published=False)


def remove_published(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Delete a tournament whose results are published."""
    return _delete_tournament(request, tournament, published=True)


def _delete_tournament(request: SignedInRequest, tournament: Tournament, *, published: bool) -> HttpResponse:
    form = NameForm(tournament, request.POST)
    if (published or removal.needs_name(tournament)) and not form.is_valid():
        return removal_page(request, tournament, form)
    with flash.domain_errors(request):
        copy = removal.remove(tournament, published=published, by=request.user)
        flash.success(request, "removed", {"name": tournament.name, "file": str(copy)})
        return redirect("home")
    return redirect("removal", tournament.slug)
