"""Joining by an invitation: scan it or type it, give a name, and be in."""

from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring import DomainError
from tournaments.accounts import staff
from tournaments.common.messages.sentences import error_sentence
from tournaments.models import Role, RoleInvitation
from tournaments.web import flash
from tournaments.web.accounts.forms import NameForm

HERE = "tournaments/staff/"
BACKEND = "django.contrib.auth.backends.ModelBackend"
FIRST_PAGE = {
    Role.Kind.DIRECTOR: "rounds",
    Role.Kind.DESK: "desk",
    Role.Kind.JUDGE: "desk",
    Role.Kind.REGISTRATION: "check_in",
    Role.Kind.VIEWER: "standings",
}
STATUS = {"not_invited": 404, "too_many_invitations": 429, "invitation_over": 410}


def typed(request: HttpRequest) -> HttpResponse:
    """Show the field for the twelve signs of an invitation, for devices that cannot scan."""
    token = request.GET.get("code", "").strip()[:40].replace("/", "")
    if token:
        return redirect("join", token)
    return render(request, HERE + "typed.html", {})


def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the invitation; a POST takes the role, under a name or as the signed-in user."""
    address = str(request.META.get("REMOTE_ADDR"))
    user = request.user if request.user.is_authenticated else None
    try:
        found = staff.invitation(token, address, user)
        if user and staff.has_role(user, found):
            return _first_page(found)
        form = NameForm(request.POST if request.method == "POST" else None, initial={"name": found.name})
        if request.method != "POST" or not (user or form.is_valid()):
            return _show(request, found, form)
        name = "" if user else form.cleaned_data["name"]
        taker, found = staff.accept(token, address, user=user, name=name)
    except DomainError as refusal:
        context = {"refused": error_sentence(refusal)}
        return render(request, HERE + "typed.html", context, status=STATUS[refusal.code])
    if user is None:
        login(request, taker, backend=BACKEND)
        taker.sign_ins.filter(session_key=request.session.session_key).update(invitation=found)
    flash.success(request, "welcome", {"name": taker.shown_name})
    return _first_page(found)


def _first_page(found: RoleInvitation) -> HttpResponse:
    """Redirect to the page where the work of a role begins."""
    if found.tournament is None:
        return redirect("home")
    return redirect(FIRST_PAGE[Role.Kind(found.role)], found.tournament.slug)


def _show(request: HttpRequest, found: RoleInvitation, form: NameForm) -> HttpResponse:
    context: dict[str, Any] = {
        "invitation": found,
        "of": found.tournament or found.organisation,
        "host": found.by.shown_name if found.by else "",
        "form": form,
    }
    return render(request, HERE + "join.html", context, status=422 if form.is_bound else 200)
