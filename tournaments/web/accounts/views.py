"""Signing in, and the user's own account: the password, and the open sessions."""

from typing import Any

from django.contrib.auth import logout
from django.contrib.auth.views import LoginView
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.accounts import login_sessions
from tournaments.models import Role
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.accounts.forms import ChangePasswordForm, FirstPasswordForm, SignInForm


class SignInView(LoginView):
    """The page of name and password."""

    authentication_form = SignInForm

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign another user of this browser out first: the roles of a guest end with the session."""
        if self.request.user.is_authenticated and self.request.user != form.get_user():
            logout(self.request)
        return super().form_valid(form)


@sensitive_post_parameters("old", "new", "again")
def account(request: SignedInRequest) -> HttpResponse:
    """Show the page; a POST sets another password."""
    which = ChangePasswordForm if request.user.has_usable_password() else FirstPasswordForm
    form = which(request, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        login_sessions.keep_after_new_password(request, form.save())
        flash.success(request, "password_changed")
        return redirect("account")
    mine = Role.objects.filter(user=request.user).select_related("tournament", "organisation").order_by("pk")
    context = {
        "form": form,
        "has_password": request.user.has_usable_password(),
        "roles": [role for role in mine if role in request.user.current_roles],
        "sessions": login_sessions.open_sessions(request.user.sign_ins.all()),
        "this": request.session.session_key,
    }
    return render(request, "tournaments/accounts/account.html", context, status=422 if form.is_bound else 200)


def end(request: SignedInRequest, pk: int) -> HttpResponse:
    """End one of the user's sessions, but not the current one: that is signing out."""
    for one in request.user.sign_ins.filter(pk=pk).exclude(session_key=request.session.session_key):
        login_sessions.end_session(one)
        flash.success(request, "session_ended")
    return redirect("account")


def end_others(request: SignedInRequest) -> HttpResponse:
    """End all of the user's sessions but the current one."""
    count = login_sessions.end_other_sessions(request)
    flash.success(request, "sessions_ended", {"count": count})
    return redirect("account")
