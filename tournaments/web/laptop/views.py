"""The page of this laptop: addresses for other devices, a new password, a dry run, stopping.

Only for a user at this laptop. A request must come from this machine itself, not be passed on by a proxy, and
name this machine: with DNS rebinding, a foreign page names its own host. All others get 404.
"""

import _thread
import os
import signal
import threading
from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.accounts import login_sessions
from tournaments.accounts.permissions import may
from tournaments.laptop import welcome
from tournaments.laptop.http_server import PROXIED_KEY
from tournaments.models import Tournament, User
from tournaments.publishing import wifi
from tournaments.system import lan, program_files
from tournaments.system.hosts import is_loopback
from tournaments.web.qr import qr_picture

View = Callable[..., HttpResponse]
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")
STOP_DELAY = 1.0  # seconds, for the last page to go out


def is_here(request: HttpRequest) -> bool:
    """Return whether the request comes from a browser on this laptop; never true on a server."""
    if not settings.LAN_HTTP or lan.PORT_VARIABLE not in os.environ or request.META.get(PROXIED_KEY, True):
        return False
    name, _colon, port = request.META.get("HTTP_HOST", "").rpartition(":")
    if name not in OWN_NAMES or port != str(request.META.get("SERVER_PORT")):
        return False
    return request.META.get("HTTP_SEC_FETCH_SITE", "none") in ("none", "same-origin") and is_loopback(
        request.META.get("REMOTE_ADDR", "")
    )


def laptop_only(view: View) -> View:
    """Restrict a view to requests from this laptop."""

    @wraps(view)
    def guarded(request: HttpRequest, *more: Any) -> HttpResponse:
        if not is_here(request):
            raise Http404
        response = view(request, *more)
        response[welcome.LAPTOP_HEADER] = welcome.header_value()
        add_never_cache_headers(response)
        return response

    return guarded


class NameForm(forms.Form):
    """The name of the first account."""

    name = forms.CharField(
        label=gettext_lazy("Your name, to sign in with"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "autofocus": True}),
    )


@laptop_only
def laptop(request: HttpRequest, form: NameForm | None = None) -> HttpResponse:
    """Show the addresses for phones and tablets, and the actions of this page."""
    links = [f"{link}/" for link in lan.links()]
    newest = Tournament.objects.filter(live=True, settings__has_key=wifi.KEY).order_by("-date", "-pk").first()
    network = wifi.wifi_of(newest) if newest else None
    context = {
        "links": links,
        "link_qr": qr_picture(links[0]) if links else "",
        "network": network,
        "network_qr": qr_picture(network.code) if network else "",
        "accounts": _accounts(),
        "form": form or NameForm(),
        "may_rehearse": request.user.is_authenticated and may(request.user, "create"),
        "next": reverse("laptop"),
        "version": program_files.version(),
        "folder": settings.DATA_DIR,
        "installed": program_files.is_installed(),
    }
    return render(request, "tournaments/laptop/laptop.html", context, status=422 if form else 200)


def _accounts() -> list[User]:
    """Return the users who sign in with a password; helpers come by an invitation and have none."""
    every = User.objects.filter(is_active=True).order_by("pk")
    return [user for user in every if user.has_usable_password()]


@laptop_only
@require_POST
def password(request: HttpRequest) -> HttpResponse:
    """Set a new password for an account, or make the first account; the password is shown this once."""
    accounts = {str(user.pk): user for user in _accounts()}
    if accounts:
        user = accounts.get(request.POST.get("account", ""))
        if user is None:
            return redirect("laptop")
    else:
        form = NameForm(request.POST)
        if not form.is_valid():
            return laptop(request, form)
        typed = form.cleaned_data["name"]  # helpers without a password may have it already
        taken = set(User.objects.filter(username__startswith=typed).values_list("username", flat=True))
        names = (typed, *(f"{typed}{turn}" for turn in range(2, 1000)))
        user = User.objects.create_superuser(next(name for name in names if name not in taken))
    name, chosen = user.get_username(), login_sessions.new_password(user)
    if not accounts:  # the user has just made the account: the next step is the tournament
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    shown = {"name": name, "password": chosen, "first": not accounts}
    return render(request, "tournaments/laptop/password.html", shown)


@laptop_only
@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Stop Cheville on this laptop once this page has been sent."""
    threading.Timer(STOP_DELAY, _thread.interrupt_main, [signal.SIGTERM]).start()
    return render(request, "tournaments/laptop/stopped.html")
