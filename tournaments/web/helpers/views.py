"""Helpers of a tournament or of an organisation, how they join by an invitation, and organisations."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth import login
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from scoring import DomainError
from tournaments.accounts import helpers, login_sessions
from tournaments.accounts.permissions import Scope, may, permission_end
from tournaments.common.messages.sentences import error_sentence
from tournaments.models import Organisation, Role, RoleInvitation, SignIn
from tournaments.system import clock
from tournaments.web import flash
from tournaments.web.access import SignedInRequest, writes_on_get
from tournaments.web.accounts.forms import InviteForm, NameForm, OrganisationForm
from tournaments.web.base_address import base
from tournaments.web.qr import qr_picture

TEMPLATE_FOLDER = "tournaments/helpers/"


def helpers_page(request: SignedInRequest, scope: Scope, **refused: forms.BaseForm) -> HttpResponse:
    """Show helpers, invitations, and the form of an invitation; a `refused` form as it was typed."""
    context = {
        **_scope_context(request, scope),
        "form": InviteForm(initial={"lasts": helpers.usual_lifetime(scope)}),
        "own_end": permission_end(request.user, "manage_helpers", scope),
        "invitations": [
            {"row": row, "left": row.uses - row.used, "revoke": _url_builder(scope)("helpers_revoke", row.pk)}
            for row in helpers.open_invitations(scope)
        ],
        "people": _people(request, scope),
        **refused,
    }
    return render(request, TEMPLATE_FOLDER + "people.html", context, status=422 if refused else 200)


def _scope_context(request: HttpRequest, scope: Scope) -> dict[str, Any]:
    """Return the context of where the roles count, and where else the reader may look."""
    url = _url_builder(scope)
    if isinstance(scope, Organisation):
        named = OrganisationForm(instance=scope)
        return {
            "of": scope,
            "organisation": scope,
            "here": url("helpers"),
            "invite": url("helpers_invite"),
            "named": named,
        }
    organisation = scope.organisation
    through = helpers.roles_in(organisation)
    return {
        "of": scope,
        "invite": url("helpers_invite"),
        "through": [_role_row(role) for role in through if not _has_ended(role)],
        "wide": organisation if may(request.user, "manage_helpers", organisation) else None,
    }


def _url_builder(scope: Scope) -> Callable[..., str]:
    """Return a function for the addresses of this page's actions, by their names in a tournament."""
    wide = isinstance(scope, Organisation)
    return lambda name, *args: reverse(f"{name}_organisation" if wide else name, args=[scope.slug, *args])


def _people(request: HttpRequest, scope: Scope) -> list[dict[str, Any]]:
    """Return all people with a role here, with the sessions that their invitations began."""
    sessions: dict[tuple[int, int | None], list[dict[str, Any]]] = {}
    for one in helpers.sessions_of(scope):
        end = _url_builder(scope)("helpers_session", one.pk)
        sessions.setdefault((one.user_id, one.invitation_id), []).append({"row": one, "end": end})
    return [
        {
            **_role_row(role),
            "sessions": sessions.get((role.user_id, role.invitation_id), []) if role.invitation_id else [],
            "self": role.user_id == request.user.pk,
            "take_back": _url_builder(scope)("helpers_role", role.pk),
        }
        for role in helpers.roles_in(scope)
    ]


def _role_row(role: Role) -> dict[str, Any]:
    invited_by = role.invitation.by if role.invitation else None
    return {
        "role": role,
        "name": role.user.shown_name,
        "ended": _has_ended(role),
        "by_password": role.user.has_usable_password(),
        "invited_by": invited_by.shown_name if invited_by else "",
    }


def _has_ended(role: Role) -> bool:
    return role.until is not None and role.until <= clock.earliest_now()


def invite(request: SignedInRequest, scope: Scope) -> HttpResponse:
    """Make an invitation and show it: its token is stored nowhere, so only this page has it."""
    form = InviteForm(request.POST)
    if not form.is_valid():
        return helpers_page(request, scope, form=form)
    invited = helpers.invite(scope, form.cleaned_data.pop("role"), by=request.user, **form.cleaned_data)
    link = base(request) + reverse("join", args=[invited.token])
    context = {
        "of": scope,
        "here": _url_builder(scope)("helpers"),
        "invitation": invited.invitation,
        "link": link,
        "qr": qr_picture(link),
        "token": invited.token,
        "type_at": (base(request) + reverse("join_typed")).partition("//")[2],
    }
    return render(request, TEMPLATE_FOLDER + "invited.html", context)


def revoke(request: SignedInRequest, scope: Scope, pk: int) -> HttpResponse:
    """End an invitation before its time."""
    get_object_or_404(RoleInvitation, pk=pk, **helpers.scope_columns(scope)).revoke()
    flash.success(request, "invitation_ended")
    return redirect(_url_builder(scope)("helpers"))


def take_back(request: SignedInRequest, scope: Scope, pk: int) -> HttpResponse:
    """Remove a role. Users cannot remove their own, so that none lock themselves out by mistake."""
    role = (
        Role.objects.select_related("user", "invitation")
        .filter(pk=pk, **helpers.scope_columns(scope))
        .first()
    )
    if role is None:  # the second of two clicks
        return redirect(_url_builder(scope)("helpers"))
    if role.user_id == request.user.pk:
        flash.error(request, "own_role")
    else:
        helpers.remove_role(role)
        flash.success(request, "helps_no_more", {"name": role.user.shown_name})
    return redirect(_url_builder(scope)("helpers"))


def end_session(request: SignedInRequest, scope: Scope, pk: int) -> HttpResponse:
    """Sign out a helper who came by an invitation to this place."""
    named = {f"invitation__{column}": value for column, value in helpers.scope_columns(scope).items()}
    one = SignIn.objects.select_related("user").filter(pk=pk, **named).first()
    if one is not None:
        login_sessions.end_session(one)
        flash.success(request, "signed_out", {"name": one.user.shown_name})
    return redirect(_url_builder(scope)("helpers"))


TEMPLATES = "tournaments/helpers/"
BACKEND = "django.contrib.auth.backends.ModelBackend"
FIRST_PAGE = {
    Role.Kind.DIRECTOR: "rounds",
    Role.Kind.DESK: "desk",
    Role.Kind.JUDGE: "desk",
    Role.Kind.REGISTRATION: "check_in",
    Role.Kind.VIEWER: "standings",
}
STATUS_BY_CODE = {"not_invited": 404, "too_many_invitations": 429, "invitation_over": 410}


def typed(request: HttpRequest) -> HttpResponse:
    """Show the field for the twelve signs of an invitation, for devices that cannot scan."""
    token = request.GET.get("code", "").strip()[:40].replace("/", "")
    if token:
        return redirect("join", token)
    return render(request, TEMPLATES + "type_invitation.html", {})


@writes_on_get
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the invitation; a POST takes the role, under a name or as the signed-in user."""
    address = str(request.META.get("REMOTE_ADDR"))
    user = request.user if request.user.is_authenticated else None
    try:
        found = helpers.find_invitation(token, address, user)
        if user and helpers.has_role(user, found):
            return _first_page(found)
        form = NameForm(request.POST if request.method == "POST" else None, initial={"name": found.name})
        if request.method != "POST" or not (user or form.is_valid()):
            context: dict[str, Any] = {
                "invitation": found,
                "of": found.tournament or found.organisation,
                "host": found.by.shown_name if found.by else "",
                "form": form,
            }
            return render(request, TEMPLATES + "join.html", context, status=422 if form.is_bound else 200)
        name = "" if user else form.cleaned_data["name"]
        taker, found = helpers.accept(token, address, user=user, name=name)
    except DomainError as refusal:
        context = {"refused": error_sentence(refusal)}
        return render(
            request, TEMPLATES + "type_invitation.html", context, status=STATUS_BY_CODE[refusal.code]
        )
    if user is None:
        login(request, taker, backend=BACKEND)
        taker.sign_ins.filter(session_key=request.session.session_key).update(invitation=found)
    flash.success(request, "welcome", {"name": taker.shown_name})
    return _first_page(found)


def _first_page(invitation: RoleInvitation) -> HttpResponse:
    """Redirect to the page where the work of a role begins."""
    if invitation.tournament is None:
        return redirect("home")
    return redirect(FIRST_PAGE[Role.Kind(invitation.role)], invitation.tournament.slug)


def organisations(request: SignedInRequest) -> HttpResponse:
    """Show every organisation; a new one is made here, and its directors are invited on its page."""
    form = OrganisationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = form.save()
        flash.success(request, "organisation_made", {"name": made.name})
        return redirect("helpers_organisation", made.slug)
    live = Count("tournaments", filter=Q(tournaments__live=True))
    context = {"form": form, "organisations": Organisation.objects.annotate(live=live).order_by("name", "pk")}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/helpers/organisations.html", context, status=status)


def rename(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Rename an organisation; its address stays."""
    form = OrganisationForm(request.POST, instance=organisation)
    if not form.is_valid():
        organisation.refresh_from_db(fields=["name"])  # the page shows the stored name
        return helpers_page(request, organisation, named=form)
    form.save()
    flash.success(request, "organisation_named", {"name": organisation.name})
    return redirect("helpers_organisation", organisation.slug)
