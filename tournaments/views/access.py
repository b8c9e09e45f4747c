"""Who may open which page: visitors read what is public, directors do the rest."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers

from tournaments.models import Tournament, User


class DirectorRequest(HttpRequest):
    """What a page behind `director` is handed: its user is signed in."""

    user: User
    tournament: Tournament


def may_direct(user: Any, tournament: Tournament) -> bool:
    """Whether `user` directs this tournament: by a role in it, in its organisation, or as superuser."""
    if not user.is_authenticated:
        return False
    if user.is_superuser:
        return True
    scope = Q(tournament=tournament) | Q(organisation=tournament.organisation_id)
    return user.roles.filter(scope).exists()


def directed_by(user: User):
    """The live tournaments that `user` may direct, newest first."""
    live = Tournament.objects.filter(live=True)
    if user.is_superuser:
        return live
    return live.filter(Q(roles__user=user) | Q(organisation__roles__user=user)).distinct()


def director(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page of a tournament for those who direct it: takes the slug, hands over the tournament."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        tournament = get_object_or_404(Tournament, slug=slug, live=True)
        if not may_direct(request.user, tournament):
            raise PermissionDenied
        request.tournament = tournament  # type: ignore[attr-defined]
        response = view(request, tournament, **kwargs)
        if not response.streaming and not response.has_header("ETag"):
            add_never_cache_headers(response)  # the browser's back button shows what is so now
        return response

    return guarded


def visitor(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page of a tournament for everybody, unless the tournament is for its organisers only."""

    @wraps(view)
    def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        tournament = get_object_or_404(Tournament, slug=slug, live=True)
        hidden = tournament.visibility != Tournament.Visibility.PUBLIC
        if hidden and not may_direct(request.user, tournament):
            raise Http404
        request.tournament = tournament  # type: ignore[attr-defined]
        return view(request, tournament, **kwargs)

    return guarded
