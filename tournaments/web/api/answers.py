"""The common part of all answers of the API: JSON, CORS for any origin, rate limits, ETags.

A conditional request whose `ETag` is still valid is answered with 304 before anything is computed. A page of
another origin is on the Internet, even where the program is in a hall: names are by consent there. No cookie
is sent with requests of such a page (`Access-Control-Allow-Origin: *`).
"""

import hashlib
import json
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page

from tournaments.accounts import rate_limits
from tournaments.common import sanitize
from tournaments.models import Tournament
from tournaments.publishing.export_names import NEWEST_VERSION, rename_for_version
from tournaments.web import display_names
from tournaments.web.access import View

# Raise it when answers about the same version of a tournament change: older ETags are void then.
SHAPE_VERSION = "1"
JsonObject = dict[str, Any]


class Fault(Exception):
    """A request that cannot be answered: a code, and the status that goes with it."""

    def __init__(self, code: str, status: int) -> None:
        super().__init__(code)
        self.code, self.status = code, status


def url_name(name: str, version: int) -> str:
    """Return the name by which Django finds an address of a version."""
    return name if version == NEWEST_VERSION else f"{name}_{version}"


def sentence(code: str) -> str:
    """Return the sentence for a fault, which a program can show."""
    return {
        "not_found": _(
            "There is nothing at this address, or you are not allowed to see it. Sign in if you run the day."
        ),
        "method": _("This address is read-only."),
        "query": _("Write the version, and where a list starts, as a whole number."),
        "no_such_version": _(
            "There are no standings for that version. Choose one from the list of versions."
        ),
        "too_many": _("Too many requests came from your address. Wait as long as Retry-After says."),
    }[code]


def json_view(view: View) -> View:
    """Turn a guarded view into an address of the API: GET and HEAD, CORS, limits, faults as JSON."""

    @csrf_exempt
    @gzip_page
    @wraps(view)
    def answered(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        try:
            response = _checked_response(request, view, kwargs)
        except Fault as fault:
            response = fault_response(fault.code, fault.status)
        except Http404:
            response = fault_response("not_found", 404)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        patch_vary_headers(response, ["Origin", "Cookie"])
        return response

    return answered


def _checked_response(request: HttpRequest, view: View, kwargs: dict[str, Any]) -> HttpResponseBase:
    if request.method == "OPTIONS":
        response = HttpResponse(status=204)
        response["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
        response["Access-Control-Allow-Headers"] = "If-None-Match"
        response["Access-Control-Max-Age"] = "86400"
        return response
    if request.method not in ("GET", "HEAD"):
        refused = fault_response("method", 405)
        refused["Allow"] = "GET, HEAD, OPTIONS"
        return refused
    seconds = rate_limits.count_read("data", rate_limits.READS, str(request.META.get("REMOTE_ADDR", "")))
    if seconds:
        refused = fault_response("too_many", 429)
        refused["Retry-After"] = str(seconds)
        return refused
    return view(request, **kwargs)


def fault_response(code: str, status: int) -> HttpResponse:
    """Return a fault as JSON, with its code and sentence."""
    response = _json({"error": code, "sentence": sentence(code)}, status)
    response["Cache-Control"] = "no-store"
    return response


def json_of_tournament(
    request: HttpRequest, tournament: Tournament, resource: str, names: int, tell: Callable[[], JsonObject]
) -> HttpResponse:
    """Return the result of `tell` about a tournament, or 304 where the client has it at this version.

    `names` is the version of the exchange format whose names the answer has.
    """
    seen = (
        tournament.uid,
        tournament.epoch,
        tournament.version,
        resource,
        shows_full_names(request, tournament),
    )
    etag = '"{}"'.format("-".join(str(part) for part in (*seen, names, SHAPE_VERSION)))
    response = get_conditional_response(request, etag=etag)
    return _with_cache_headers(request, response or _json(tell()), etag)


def tournament_view(tell: Callable[..., JsonObject]) -> Callable[..., HttpResponse]:
    """Turn `tell` into a view that answers its result; it gets the tournament and the rest of the address."""
    kind = tell.__name__.rstrip("_")

    @wraps(tell)
    def answered(request: HttpRequest, tournament: Tournament, names: int, **kwargs: Any) -> HttpResponse:
        resource = "".join(map(str, (kind, *kwargs.values())))
        whole = partial(tell, request, tournament, **kwargs)
        return json_of_tournament(
            request, tournament, resource, names, lambda: rename_for_version(names, whole(), kind)
        )

    return answered


def json_of_all(request: HttpRequest, content: JsonObject) -> HttpResponse:
    """Return data of no single tournament, or 304 where the client has the same."""
    response = _json(content)
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    return _with_cache_headers(request, get_conditional_response(request, etag=etag) or response, etag)


def shows_full_names(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether names are full names: as on the pages, and never for a page of another origin."""
    origin = request.headers.get("Origin", "")
    elsewhere = bool(origin) and origin != f"{request.scheme}://{request.get_host()}"
    return not elsewhere and display_names.sees_full_names(request.user, tournament)


def query_number(request: HttpRequest, name: str) -> int | None:
    """Return a whole number of the query string; None where absent. Raises `Fault` for anything else."""
    given = request.GET.get(name)
    if given is None:
        return None
    whole = sanitize.parse_int(given)
    if whole is None:
        raise Fault("query", 400)
    return whole


def _with_cache_headers(request: HttpRequest, response: HttpResponse, etag: str) -> HttpResponse:
    response["ETag"] = etag
    whose = {"private": True} if request.user.is_authenticated else {"public": True}
    patch_cache_control(response, no_cache=True, **whose)
    return response


def _json(data: JsonObject, status: int = 200) -> HttpResponse:
    content = json.dumps(data, ensure_ascii=False).encode()
    return HttpResponse(content, content_type="application/json", status=status)
