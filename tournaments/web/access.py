"""The guard of every view: it names the view's action, and `permissions.may` decides."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.views.decorators.http import require_POST

from scoring import DomainError
from tournaments.accounts import rate_limits, visibility
from tournaments.accounts.permissions import EVERYBODY, PERMISSIONS, AnyUser, Scope, may, tag_action
from tournaments.common.messages.sentences import error_sentence
from tournaments.models import Organisation, Tournament, User, rows
from tournaments.models.locking import REPLACED_CODES
from tournaments.web import flash

log = logging.getLogger(__name__)
View = Callable[..., HttpResponseBase]
ViewFunction = TypeVar("ViewFunction", bound=View)
SAFE_METHODS = ("GET", "HEAD")


class SignedInRequest(HttpRequest):
    """The request of a view whose action requires sign-in: its user is signed in."""

    user: User
    tournament: Tournament


class TemplatePermissions:
    """`may` for a template, about the reader and the tournament of the page: `{% if may.print %}`."""

    def __init__(self, who: AnyUser, scope: Scope | None) -> None:
        self.who, self.scope = who, scope

    def __getitem__(self, action: str) -> bool:
        return may(self.who, action, self.scope)


def require_permission(action: str, view: View) -> View:
    """Restrict `view` to users who may do `action` in the tournament of `slug`, an organisation or anywhere.

    The view is passed the tournament or the organisation after the request. Users who may not even follow a
    hidden tournament, or have no role in an organisation, get 404 and so learn nothing of it. If the action
    is public, visitors who opened the tournament's secret link may do it too.
    """
    is_public = EVERYBODY in PERMISSIONS[action]

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not is_public and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        scope = _pop_scope(kwargs)
        allowed = may(request.user, action, scope) or (is_public and _has_opened_link(request, scope))
        if not allowed and _is_invisible(request, scope):
            raise Http404
        if isinstance(scope, Tournament):
            request.tournament = scope  # type: ignore[attr-defined]
        if not allowed:
            raise PermissionDenied
        try:
            response = _call_view(view, request, *([scope] if scope else []), **kwargs)
        except DomainError as refusal:
            return _refusal_page(request, refusal)
        kept = response.streaming or response.has_header("ETag")
        if not kept and request.user.is_authenticated:
            add_never_cache_headers(response)  # the browser's back button shows the current state
        if isinstance(scope, Tournament) and scope.visibility != Tournament.Visibility.PUBLIC:
            response["X-Robots-Tag"] = "noindex"
            patch_cache_control(response, private=True)
        return response

    return tag_action(action, guarded)


def private(response: HttpResponse) -> HttpResponse:
    """Keep a page of one person or club out of caches and search engines."""
    add_never_cache_headers(response)
    response["X-Robots-Tag"] = "noindex"
    return response


def _call_view(view: View, request: HttpRequest, *scope: Any, **kwargs: Any) -> HttpResponseBase:
    """Call a view; what a page reads is of one moment, or its lists would not agree while others write."""
    if request.method not in SAFE_METHODS or getattr(view, "writes_on_get", False):
        return view(request, *scope, **kwargs)
    with rows.database_snapshot():
        return view(request, *scope, **kwargs)


def writes_on_get(view: ViewFunction) -> ViewFunction:
    """Mark a view whose GET writes too: once it holds a lock, it must see the rows as they are then."""
    view.writes_on_get = True  # type: ignore[attr-defined]
    return view


def _refusal_page(request: HttpRequest, refusal: DomainError) -> HttpResponse:
    """Say why nothing was saved: the tournament was replaced or deleted while a view waited for its lock.

    Or a view that writes did not expect the refusal, which can come of a change a moment before.
    """
    if refusal.code not in REPLACED_CODES:
        if request.method in SAFE_METHODS:
            raise refusal
        log.error("A view did not expect this refusal", exc_info=refusal)
    response = render(request, "409.html", {"refused": error_sentence(refusal)}, status=409)
    if request.headers.get("HX-Request"):  # a part of a page: the whole page is read again
        flash.domain_error(request, refusal)
        response["HX-Refresh"] = "true"
    return response


def require_permission_to_post(action: str, view: View) -> View:
    """Restrict a view that only a POST may call; the permission is checked before the method."""
    return require_permission(action, require_POST(view))


def may_follow(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether this request may view the public pages of a tournament."""
    return may(request.user, "follow", tournament) or _has_opened_link(request, tournament)


def rate_limited(kind: str, view: View) -> View:
    """Limit how often a signed-in user may call `view`, by `rate_limits.HEAVY_LIMITS`.

    A page that only shows a form is not counted; a GET counts where nothing can be posted there.
    """
    limits = rate_limits.HEAVY_LIMITS[kind]

    @wraps(view)
    def limited(request: HttpRequest, *scope: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST" or kind in rate_limits.LIMITED_READS:
            who = f"user {request.user.pk}"
            seconds = rate_limits.seconds_to_wait(kind, limits, who)
            if seconds:
                return too_many_requests(request, seconds)
            rate_limits.count_attempt(kind, who)
        return _call_view(view, request, *scope, **kwargs)

    return writes_on_get(limited)


def too_many_requests(request: HttpRequest, seconds: int) -> HttpResponse:
    """Render the page that asks to wait for so many seconds."""
    response = render(request, "429.html", {"minutes": -(-seconds // 60)}, status=429)
    response["Retry-After"] = str(seconds)
    return response


def _pop_scope(kwargs: dict[str, Any]) -> Scope | None:
    """Take the tournament or the organisation of the address out of the view's arguments."""
    if "slug" in kwargs:
        found = rows.all_of(Tournament, "WHERE slug = %s AND live", kwargs.pop("slug"))
        if not found:
            raise Http404
        return found[0]
    if "organisation" in kwargs:
        return get_object_or_404(Organisation, slug=kwargs.pop("organisation"))
    return None


def _has_opened_link(request: HttpRequest, scope: Scope | None) -> bool:
    return isinstance(scope, Tournament) and visibility.is_let_in(scope, request.COOKIES)


def _is_invisible(request: HttpRequest, scope: Scope | None) -> bool:
    if isinstance(scope, Tournament):
        return not may_follow(request, scope)
    return isinstance(scope, Organisation)
