"""The edge of the program: what a request carries is measured and cleaned before any page reads it.

Devices speak past this, with JSON that is read field by field (`tournaments/payloads.py`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from tournaments import incoming

LARGEST = 3_000_000  # a list of players, or a form
LARGER: Mapping[str, int] = {
    "restore": 30_000_000,
    "take_over": 30_000_000,
    "roster_import": 10_000_000,
    "seats_file": 10_000_000,
    "update_slice": 10_000_000,
}
"""By the name of an address: what may be larger there. A copy of the largest championship has 2 MB; a picture
that somebody takes for a list is refused on the page of the list."""

Answer = Callable[[HttpRequest], HttpResponse]


class Edge:
    """Middleware, the outermost that reads anything."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Clean what comes before the body; whatever a request says, our forms are UTF-8."""
        request.encoding = "utf-8"
        if not incoming.is_clean(request.path_info):
            raise Http404
        request.COOKIES = {name: incoming.text(value) for name, value in request.COOKIES.items()}
        request.GET = cleaned(request.GET)  # type: ignore[assignment]
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        """Refuse a body that is too large before it is read; clean a form."""
        most = LARGER.get(name_of(request), LARGEST)
        if length_of(request) > most:
            return render(request, "413.html", {"megabytes": most // 1_000_000}, status=413)
        if request.method == "POST":
            request.POST = cleaned(request.POST)  # type: ignore[assignment]
        return None


def name_of(request: HttpRequest) -> str:
    """The name of the address that was asked; empty where it has none."""
    return (request.resolver_match and request.resolver_match.url_name) or ""


def length_of(request: HttpRequest) -> int:
    """How many bytes a request says that its body has."""
    said = incoming.whole(request.META.get("CONTENT_LENGTH") or "0", digits=18)
    return LARGEST**2 if said is None else said


def cleaned(form: QueryDict) -> QueryDict:
    """A form with all of its names and values as they may be stored, printed and read."""
    texts = [text for name, values in form.lists() for text in (name, *values)]
    if all(map(incoming.is_clean, texts)):
        return form
    clean = QueryDict(mutable=True, encoding=form.encoding)
    for name, values in form.lists():
        clean.setlist(incoming.text(name), [incoming.text(value) for value in values])
    return clean
