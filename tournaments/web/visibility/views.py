"""Access of visitors: the organiser's choice with the link, and the address that admits visitors."""

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from tournaments.accounts import visibility
from tournaments.models import Tournament
from tournaments.system.hosts import is_loopback_url
from tournaments.web import flash
from tournaments.web.access import SignedInRequest, private
from tournaments.web.base_address import base
from tournaments.web.qr import qr_picture

STATES = Tournament.Visibility


class VisitorsForm(forms.Form):
    """The three states, each with its meaning."""

    visibility = forms.ChoiceField(
        label=_("Who may follow the tournament without signing in"),
        widget=forms.RadioSelect,
        choices=[
            (STATES.PUBLIC, _("Everybody\nThe first page lists it, and other sites may show it.")),
            (STATES.LINK, _("Those who have the link\nNo page lists it, and search engines leave it out.")),
            (STATES.DESK, _("Organisers only\nThose who help see it once they are signed in.")),
        ],
    )


def visibility_page(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the choice of who may follow; the link with its code."""
    form = VisitorsForm(request.POST or None, initial={"visibility": tournament.visibility})
    if request.method == "POST" and form.is_valid():
        visibility.set_visibility(tournament, form.cleaned_data["visibility"], by=request.user)
        flash.success(request, "visitors_chosen")
        return redirect("visitors", tournament.slug)
    address, path_in = base(request), visibility.visitor_path(tournament)
    url = address + path_in if path_in else ""
    alone = is_loopback_url(address)
    qr = qr_picture(url) if url and not alone else ""
    context = {"form": form, "url": url, "alone": alone, "qr": qr}
    return render(
        request, "tournaments/visibility/visibility.html", context, status=422 if form.errors else 200
    )


def renew(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Replace the link in force by another one."""
    visibility.renew_link(tournament, by=request.user)
    flash.success(request, "link_renewed")
    return redirect("visitors", tournament.slug)


def by_link(
    request: HttpRequest, token: str, number: int | None = None, page: str = "public"
) -> HttpResponse:
    """Admit the browser that opens a link, and redirect it to the public pages, or to one person's."""
    tournament = visibility.by_token(token)
    if tournament is None:
        raise Http404
    to = [page, tournament.slug] if number is None else ["card", tournament.slug, number]
    answer = redirect(*to)
    answer.set_cookie(
        visibility.cookie_of(tournament),
        token,
        max_age=visibility.COOKIE_SECONDS,
        httponly=True,
        secure=not settings.LAN_HTTP,
        samesite="Lax",
    )
    answer["Referrer-Policy"] = "no-referrer"  # for this address only: a form must send its own
    return private(answer)
