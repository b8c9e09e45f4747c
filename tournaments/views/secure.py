"""Whether https is served beside http, and whether this very page came over it."""

from django.conf import settings
from django.http import HttpRequest


def offered() -> bool:
    """Whether the laptop was started with `--https`."""
    return bool(settings.LAN_PORTS)


def installable(request: HttpRequest) -> bool:
    """Whether the page may become an app: browsers want a certificate that they trust."""
    return offered() and request.is_secure()
