"""The base address for QR codes: the address at which other devices reach this program."""

from django.conf import settings
from django.http import HttpRequest

from tournaments.system.lan import lan_addresses


def base(request: HttpRequest) -> str:
    """Return scheme, host and port as phones reach them.

    A request may name any host, which would then be printed for the whole hall. So the host is one that the
    settings allow, or an address of this laptop, never «localhost».
    """
    asked = request.get_host()
    if "*" not in settings.ALLOWED_HOSTS:
        return f"{request.scheme}://{asked}"
    host, colon, port = asked.partition(":")
    ours = lan_addresses()
    if host not in ours:
        host = next(iter(ours), "localhost")
    if port != request.META.get("SERVER_PORT"):
        colon, port = ":", str(settings.LAN_PORTS.get(str(request.scheme)) or request.META.get("SERVER_PORT"))
    usual = {"http": "80", "https": "443"}[str(request.scheme)]
    return f"{request.scheme}://{host}" + ("" if port == usual else colon + port)
