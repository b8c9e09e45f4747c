"""Refuse requests for a host that is not of this machine, if `ALLOWED_HOSTS` admits any.

A page of the Internet may let its own name point to a laptop in the hall (DNS rebinding) and then read
from it as from its own site. Accepted are hosts that the Internet cannot point elsewhere: IP addresses, names
that are resolved on the machine or in its network, and names of the settings.
"""

import socket
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port, validate_host
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournaments.system import lan

ANY_HOST = "*"
LOCAL_HOSTS = ("localhost", ".localhost", ".local")
"""Names that no name server of the Internet resolves: RFC 6761, RFC 6762."""


def known_host(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer a request for a foreign host with the addresses that work."""

    def answer(request: HttpRequest) -> HttpResponse:
        host, _port = split_domain_port(request.get_host())
        if ANY_HOST not in settings.ALLOWED_HOSTS or is_known(host):
            return get_response(request)
        addresses = lan.links() or [f"http://localhost:{request.META['SERVER_PORT']}"]
        if request.path.startswith("/api/"):
            sentence = _("Cheville does not answer at this address. Use one of these: {addresses}")
            content = {"error": "host", "sentence": sentence.format(addresses=", ".join(addresses))}
            return JsonResponse(content, status=400)
        return HttpResponse(render_to_string("host.html", {"addresses": addresses}), status=400)

    return answer


def is_known(host: str) -> bool:
    """Return whether a host without its port is an IP address, or named by this machine or the settings."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        named = [name for name in settings.ALLOWED_HOSTS if name != ANY_HOST]
        addresses = [settings.PUBLIC_URL, *settings.CSRF_TRUSTED_ORIGINS]
        named += [urlsplit(address).hostname or "" for address in addresses]
        return validate_host(host, [*LOCAL_HOSTS, *own_names(), *filter(None, named)])
    return True


def is_loopback(address: str) -> bool:
    """Return whether an IP address is that of the loopback interface, which other devices do not reach."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_loopback_url(url: str) -> bool:
    """Return whether a URL leads to this machine alone, so that it is useless on paper."""
    host = urlsplit(url).hostname or ""
    return host == "localhost" or is_loopback(host)


def own_names() -> list[str]:
    """Return the names of this machine in lower case, in full and short, without asking a name server."""
    full = socket.gethostname().lower().rstrip(".")
    return [full, full.partition(".")[0]] if full else []
