"""Answer requests while PostgreSQL is unreachable or the disk cannot be written, and say what to do.

A database that is away is 503. A disk that is full or fails is 507 for people, whose pages show the words;
for devices 503 as well, as to them both are the same: keep, and send again.
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

AGAIN = 5  # seconds
# A connection that broke, a server that stops, starts, has no room for another, or may only be read.
# Its disk is full or fails: it is another machine's, which only whoever looks after that one can mend.
GONE = ("08", "57P", "53300", "25006", "53100", "58030")


log = logging.getLogger(__name__)


def is_away(error: BaseException | None) -> bool:
    """Whether an exception says that the database server cannot be reached, not that a query was wrong."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError) and connection.vendor == "postgresql":
            state = getattr(error.__cause__, "sqlstate", None)
            return state is None or state.startswith(GONE)
        error = error.__cause__ or error.__context__
    return False


def server_error(request: HttpRequest) -> HttpResponse:
    """`handler500`: what broke is answered with 500 as ever, what is away or full in words."""
    error = sys.exc_info()[1]
    if found := disk.fault(error, settings.DATA_DIR):
        return _unwritten(request, found)
    if not is_away(error):
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


def _unwritten(request: HttpRequest, found: str) -> HttpResponse:
    """A disk that took nothing: its name and the folder, as a page or for the page that waits."""
    log.error("The disk is %s: %s", found, settings.DATA_DIR)
    said = sentences.disk_sentence(found, settings.DATA_DIR)
    for_device = request.path.startswith("/api/")
    if for_device or "application/json" in request.headers.get("Accept", ""):
        status = 503 if for_device else 507
        response: HttpResponse = JsonResponse({"error": f"disk_{found}", "sentence": said}, status=status)
        response["Access-Control-Allow-Origin"] = "*"
        response["Retry-After"] = str(AGAIN)
    elif "HX-Request" in request.headers:
        shown = {"messages": [Message(ERROR, said, extra_tags=f"code={said.code}")], "oob": True}
        response = HttpResponse(render_to_string("components/messages.html", shown), status=507)
    else:
        about = {"said": said, "sent": request.method not in ("GET", "HEAD")}
        response = HttpResponse(render_to_string("507.html", about), status=507)
    response["Cache-Control"] = "no-store"
    return response
