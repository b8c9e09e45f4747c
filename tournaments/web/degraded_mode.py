"""Answer requests while PostgreSQL is unreachable or the disk cannot be written, and explain what to do.

A database that is unreachable is 503. A disk that is full or fails is 507 for people, whose pages show the
message; for devices it is 503 as well, as they act the same in both cases: keep the results, and send them
again.
"""

import logging
import sys

from django.conf import settings
from django.contrib.messages.constants import ERROR
from django.contrib.messages.storage.base import Message
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from tournaments.common.messages import sentences
from tournaments.system import disk

RETRY_SECONDS = 5  # seconds
# A connection that broke; a server that stops, starts, has no room for another connection, or is read-only; a
# server whose disk is full or fails: it is on another machine, whose administrator must repair it.
DATABASE_FAULTS = ("08", "57P", "53300", "25006", "53100", "58030")


log = logging.getLogger(__name__)


def is_database_away(error: BaseException | None) -> bool:
    """Return whether an exception says that the database server is unreachable, not that a query is wrong."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError) and connection.vendor == "postgresql":
            state = getattr(error.__cause__, "sqlstate", None)
            return state is None or state.startswith(DATABASE_FAULTS)
        error = error.__cause__ or error.__context__
    return False


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer as `handler500`: 500 for a bug, a message for an unreachable database or a full disk."""
    error = sys.exc_info()[1]
    if found := disk.fault(error, settings.DATA_DIR):
        return _disk_fault_response(request, found)
    if not is_database_away(error):
        return defaults.server_error(request)
    if request.path.startswith("/api/"):
        sentence = _("The server cannot reach its results at the moment. Keep everything and send it again.")
        response: HttpResponse = JsonResponse({"error": "away", "sentence": sentence}, status=503)
        response["Access-Control-Allow-Origin"] = "*"
    else:
        about = {"seconds": RETRY_SECONDS, "sent": request.method not in ("GET", "HEAD")}
        response = HttpResponse(render_to_string("503.html", about), status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def _disk_fault_response(request: HttpRequest, found: str) -> HttpResponse:
    """Return the answer for a failed write: disk and folder in words, as a page or for a script."""
    log.error("The disk is %s: %s", found, settings.DATA_DIR)
    sentence = sentences.disk_sentence(found)
    for_device = request.path.startswith("/api/")
    if for_device or "application/json" in request.headers.get("Accept", ""):
        status = 503 if for_device else 507
        response: HttpResponse = JsonResponse({"error": f"disk_{found}", "sentence": sentence}, status=status)
        response["Access-Control-Allow-Origin"] = "*"
        response["Retry-After"] = str(RETRY_SECONDS)
    elif "HX-Request" in request.headers:
        shown = {"messages": [Message(ERROR, sentence, extra_tags=f"code={sentence.code}")], "oob": True}
        response = HttpResponse(render_to_string("components/messages.html", shown), status=507)
    else:
        about = {"sentence": sentence, "sent": request.method not in ("GET", "HEAD")}
        response = HttpResponse(render_to_string("507.html", about), status=507)
    response["Cache-Control"] = "no-store"
    return response
