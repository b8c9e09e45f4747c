"""Answer requests of devices without sessions, sign-in and forms: a token identifies the device.

All tables of a hall ask at once. The same addresses answer behind the whole middleware too, only slower:
nothing depends on this.
"""

from collections.abc import Iterable
from typing import Any
from wsgiref.types import WSGIApplication

from django.middleware.common import CommonMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import get_resolver

from tournaments.models.django_private import CustomHandler
from tournaments.system.hosts import known_host

DEVICE_URLS = "tournaments.web.device_api.urls"
MIDDLEWARE = (CommonMiddleware, known_host, SecurityMiddleware)
"""Middleware for https, the host and the length of an answer; resolved among the few addresses of devices."""


def with_device_api(pages: WSGIApplication) -> WSGIApplication:
    """Return an application that answers devices itself and leaves everything else to `pages`."""
    devices = CustomHandler(MIDDLEWARE, DEVICE_URLS)
    addresses = {f"/{pattern.pattern}" for pattern in get_resolver(DEVICE_URLS).url_patterns}

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        answer = devices if environ["PATH_INFO"] in addresses else pages
        return answer(environ, start_response)

    return application
