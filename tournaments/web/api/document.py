"""The OpenAPI document of the API, put together by apispec from the table of addresses and the shapes."""

import re
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation

from tournaments.accounts import rate_limits
from tournaments.models import Tournament
from tournaments.publishing.export_names import NEWEST_VERSION
from tournaments.web.api import addresses, schema
from tournaments.web.api.answers import json_of_all

PATH_PARAMETER = re.compile(r"<(\w+):(\w+)>")
FAULT_MEANINGS = {400: "Bad query", 404: "Nothing there", 429: "Too many requests"}
INTEGER = {"type": "integer", "minimum": 0}
KINDS = {"slug": {"type": "string"}, "int": INTEGER}


@cache
def document(version: int) -> dict[str, Any]:
    """Return the whole document of a version, in English. apispec is loaded at the first call."""
    from apispec import APISpec

    spec = APISpec(
        title="Cheville: the API for reading",
        version=str(version),
        openapi_version="3.1.0",
        info={"description": "What everybody may follow of a tournament. Everything can only be read."},
        servers=[{"url": f"/{addresses.base(version).rstrip('/')}"}],
        security=[],
    )
    for name, shape in schema.all_shapes(version).items():
        spec.components.schema(name, shape)
    with translation.override("en"):
        for one in addresses.ADDRESSES:
            spec.path("/" + PATH_PARAMETER.sub(r"{\2}", one.route), operations={"get": _operation(one)})
    found: dict[str, Any] = spec.to_dict()
    return found


def _operation(one: addresses.Address) -> dict[str, Any]:
    blanks = [
        {"name": name, "in": "path", "required": True, "schema": KINDS[kind]}
        for kind, name in PATH_PARAMETER.findall(one.route)
    ]
    queries = [{"name": name, "in": "query", "required": False, "schema": INTEGER} for name in one.query]
    answers = {"200": _response_shape("The answer", one.shape), "304": {"description": "Nothing changed"}}
    return {
        "operationId": one.name,
        "summary": str(one.summary),
        "parameters": [*blanks, *queries],
        "responses": answers
        | {str(status): _response_shape(words, "Fault") for status, words in FAULT_MEANINGS.items()},
    }


def _response_shape(words: str, shape: str) -> dict[str, Any]:
    return {"description": words, "content": {"application/json": {"schema": schema.shape_ref(shape)}}}


def openapi(request: HttpRequest, names: int) -> HttpResponse:
    """Return the OpenAPI document of the version whose `names` its answers have."""
    return json_of_all(request, document(names))


def documentation(request: HttpRequest) -> HttpResponse:
    """Show what programs may read here, in words, with an address to try."""
    public = Tournament.objects.filter(live=True, visibility=Tournament.Visibility.PUBLIC)
    context = {
        "addresses": [
            {
                "route": "/" + addresses.base(NEWEST_VERSION) + PATH_PARAMETER.sub(r"{\2}", one.route),
                "summary": one.summary,
            }
            for one in addresses.ADDRESSES
        ],
        "newest": public.first(),
        "most": rate_limits.READS.most,
    }
    return render(request, "tournaments/api/api.html", context)
