"""Middleware: limits and cleans the data of every request, and redirects a GET for a POST-only address.

JSON from devices is not cleaned here: `tournaments/web/device_api/payloads.py` reads it field by field. An
address that only answers POST gets a GET when the language is changed on a page that refused a POST, when it
is opened from the browser's history, or after a sign-in that a POST asked for.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve

from tournaments.common import sanitize

METHOD_NOT_ALLOWED = 405


def page_above(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Redirect a GET that a view refused to the nearest page above."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != METHOD_NOT_ALLOWED or request.method != "GET":
            return response
        return redirect(_parent_path(request.path))

    return answer


def allow_shared_caching(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let proxies keep an answer that depends on its address alone (`polling.public_fragment`).

    Middleware below this one says that it varies with language and cookies, which it did not look at.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if getattr(response, "public_fragment", False):
            response["Vary"] = "Accept-Encoding"
        return response

    return answer


def _parent_path(path: str) -> str:
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        break
    return path


MAX_BODY_SIZE = 3_000_000  # a list of players, or a form
BODY_LIMITS: Mapping[str, int] = {
    "restore": 30_000_000,
    "season_bring": 30_000_000,
    "take_over": 30_000_000,
    "players_import": 30_000_000,
    "roster_import": 10_000_000,
    "signup_transfer": 10_000_000,
    "seats_file": 10_000_000,
    "identity": 10_000_000,
}
"""The limits that are larger, by URL name. A copy of the largest championship has 2 MB; a picture uploaded in
place of a list is refused on the page of the list."""

Answer = Callable[[HttpRequest], HttpResponse]


class InputLimitMiddleware:
    """Clean and limit a request before any other middleware reads it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Clean the parts before the body; our forms are UTF-8, whatever a request declares."""
        request.encoding = "utf-8"
        if not sanitize.is_clean(request.path_info):
            raise Http404
        request.COOKIES = {name: sanitize.clean_text(value) for name, value in request.COOKIES.items()}
        request.GET = clean_query(request.GET)  # type: ignore[assignment]
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        """Refuse a body that is too large before it is read; clean a form."""
        most = BODY_LIMITS.get(name_of(request), MAX_BODY_SIZE)
        length = sanitize.parse_int(request.META.get("CONTENT_LENGTH") or "0", digits=18)
        if length is None or length > most:
            return render(request, "413.html", {"megabytes": most // 1_000_000}, status=413)
        if request.method == "POST":
            request.POST = clean_query(request.POST)  # type: ignore[assignment]
        return None


def name_of(request: HttpRequest) -> str:
    """Return the URL name of the request; '' where it has none."""
    return (request.resolver_match and request.resolver_match.url_name) or ""


def clean_query(form: QueryDict) -> QueryDict:
    """Return a form with its names and values cleaned so that they can be stored and printed."""
    texts = [text for name, values in form.lists() for text in (name, *values)]
    if all(map(sanitize.is_clean, texts)):
        return form
    clean = QueryDict(mutable=True, encoding=form.encoding)
    for name, values in form.lists():
        clean.setlist(sanitize.clean_text(name), [sanitize.clean_text(value) for value in values])
    return clean
