"""The page with the certificate and the steps to install it, for tablets that came over plain http."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from tournaments import devices
from tournaments.https import ca_backup, certificates
from tournaments.https.page_parts import is_serving_https, spares
from tournaments.system.lan import is_private, lan_addresses
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.qr import qr_picture

View = Callable[[HttpRequest], HttpResponse]


def only_with_https(view: View) -> View:
    """Return `view`, answering 404 while https is not served; this is checked at each request."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if not is_serving_https():
            raise Http404
        response = view(request)
        add_never_cache_headers(response)
        return response

    return guarded


@only_with_https
def https(request: HttpRequest) -> HttpResponse:
    """Show what the certificate is, its fingerprint, how to install it, and the address to try afterwards."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    if host == "localhost" or host.startswith("127."):  # the laptop itself
        host = next((one for one in lan_addresses() if is_private(one)), host)
    here = f"http://{host}:{settings.LAN_PORTS['http']}{reverse('https')}"
    there = f"https://{host}:{settings.LAN_PORTS['https']}{devices.TYPING_PATH}"
    page = {
        "here": here,
        "here_qr": qr_picture(here),
        "there": there,
        "there_qr": qr_picture(there),
        "fingerprint": certificates.fingerprint(certificates.certificate_folder()).split(":"),
    }
    return render(request, "https/https.html", page)


@only_with_https
def certificate(request: HttpRequest) -> HttpResponse:
    """Return the authority's certificate: public, without its key."""
    content = certificates.certificate_folder().public.read_bytes()
    response = HttpResponse(content, content_type="application/x-x509-ca-cert")
    response["Content-Disposition"] = 'attachment; filename="cheville.crt"'
    return response


def take_authority(request: SignedInRequest) -> HttpResponse:
    """Adopt the authority of the computer that wrote the copies, from the next start on."""
    chosen = [one for one in spares() if one.name == request.POST.get("name")]
    if not chosen:
        flash.error(request, "certificate_gone")
        return redirect("restore")
    ca_backup.adopt_authority(chosen[0], certificates.certificate_folder())
    flash.success(request, "certificate_taken")
    return redirect("restore")
