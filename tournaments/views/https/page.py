"""The page with the certificate and the steps to install it, for tablets that came over plain http."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.cache import add_never_cache_headers

from config import certificates
from config.lan import lan_addresses
from tournaments import devices
from tournaments.views.access import needs
from tournaments.views.https.app import manifest, worker
from tournaments.views.secure import offered
from tournaments.views.tablets.table_page import picture

View = Callable[[HttpRequest], HttpResponse]


def _only_with_https(view: View) -> View:
    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if not offered():
            raise Http404
        return view(request)

    return guarded


@_only_with_https
def https(request: HttpRequest) -> HttpResponse:
    """What the certificate is, its fingerprint, how to install it, and the address to try afterwards."""
    host = _host(request)
    here = f"http://{host}:{settings.LAN_PORTS['http']}{reverse('https')}"
    there = f"https://{host}:{settings.LAN_PORTS['https']}{devices.TYPED_AT}"
    page = {
        "here": here,
        "here_qr": picture(here),
        "there": there,
        "there_qr": picture(there),
        "fingerprint": certificates.fingerprint(certificates.of_this_laptop()).split(":"),
    }
    response = render(request, "tournaments/https/https.html", page)
    add_never_cache_headers(response)
    return response


@_only_with_https
def certificate(request: HttpRequest) -> HttpResponse:
    """The authority's certificate: public, without its key."""
    content = certificates.of_this_laptop().public.read_bytes()
    response = HttpResponse(content, content_type="application/x-x509-ca-cert")
    response["Content-Disposition"] = 'attachment; filename="cheville.crt"'
    add_never_cache_headers(response)
    return response


def _host(request: HttpRequest) -> str:
    """The address that this device used, unless it is the laptop itself."""
    asked = request.get_host().rpartition(":")[0] or request.get_host()
    if asked != "localhost" and not asked.startswith("127."):
        return asked
    return next((host for host in lan_addresses() if certificates.vouched_for(host)), asked)


urlpatterns = [
    path("https/", needs("visit", https), name="https"),
    path("https/cheville.crt", needs("visit", certificate), name="https_certificate"),
    path("table/app.webmanifest", needs("visit", _only_with_https(manifest)), name="table_manifest"),
    path("table/worker.js", needs("visit", _only_with_https(worker)), name="table_worker"),
]
