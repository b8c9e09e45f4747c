"""The scripts of the tablet's page as one compressed file: one request, and never two versions at once."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

SHARED = ("words", "net", "dom")
SCRIPTS = {
    "table": (
        *SHARED,
        "sha256",
        "store",
        "clock",
        "day",
        "sync",
        "situation",
        "cribbage",
        "gin",
        "pad",
        "entry",
        "tools",
        "hands",
        "hands_entry",
        "screens",
        "hands_sheet",
        "others",
        "panels",
        "seek",
        "kiosk",
        "main",
    ),
    "carry": (*SHARED, "carry"),
}
A_YEAR = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Bundle:
    """What is sent, plain and compressed, and the version that stands in its address."""

    plain: bytes
    small: bytes
    version: str


def bundle(name: str) -> Bundle:
    """The scripts of a page, in their order; read once unless somebody is working on them."""
    return _read(name) if settings.DEBUG else _kept(name)


@cache
def _kept(name: str) -> Bundle:
    return _read(name)


def _read(name: str) -> Bundle:
    plain = b"".join(_file(script).read_bytes() for script in SCRIPTS[name])
    version = hashlib.sha256(plain).hexdigest()[:12]
    return Bundle(plain, gzip.compress(plain, mtime=0), version)


def _file(script: str) -> Path:
    found = finders.find(f"js/table/{script}.js")
    return Path(str(found)) if found else settings.STATIC_ROOT / "js" / "table" / f"{script}.js"


def script(request: HttpRequest, name: str) -> HttpResponse:
    """Send them; the address changes with the content, so a browser may keep them."""
    if name not in SCRIPTS:
        raise Http404
    found = bundle(name)
    small = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(
        found.small if small else found.plain, content_type="text/javascript; charset=utf-8"
    )
    if small:
        response["Content-Encoding"] = "gzip"
    response["Cache-Control"] = A_YEAR if request.GET.get("v") == found.version else "no-cache"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
