"""When PostgreSQL is away: 503 and words that say what to do, for people and for devices."""

import sys

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

AGAIN = 5  # seconds
# A connection that broke, a server that stops, starts, has no room for another, or may only be read.
GONE = ("08", "57P", "53300", "25006")


def is_away(error: BaseException | None) -> bool:
    """Whether an exception says that the database server cannot be reached, not that a query was wrong."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError) and connection.vendor == "postgresql":
            state = getattr(error.__cause__, "sqlstate", None)
            return state is None or state.startswith(GONE)
        error = error.__cause__ or error.__context__
    return False


def server_error(request: HttpRequest) -> HttpResponse:
    """`handler500`: what broke is answered with 500 as ever, a database that is away with 503."""
    if not is_away(sys.exc_info()[1]):
        return defaults.server_error(request)
    if request.path.startswith("/api/"):
        sentence = _(
            "The server does not reach its results at the moment. Keep everything and send it again."
        )
        response: HttpResponse = JsonResponse({"error": "away", "sentence": sentence}, status=503)
        response["Access-Control-Allow-Origin"] = "*"
    else:
        about = {"seconds": AGAIN, "sent": request.method not in ("GET", "HEAD")}
        response = HttpResponse(render_to_string("503.html", about), status=503)
    response["Retry-After"] = str(AGAIN)
    response["Cache-Control"] = "no-store"
    return response
