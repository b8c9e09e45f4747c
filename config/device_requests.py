"""What devices ask goes past sessions, sign-in and forms: a token says who speaks, at every tablet at once.

The same addresses answer behind the whole middleware too, only slower: nothing depends on this.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.core.handlers.exception import convert_exception_to_response
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest
from django.middleware.common import CommonMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import get_resolver

WsgiApplication = Callable[[dict[str, Any], Any], Iterable[bytes]]
DEVICES = "tournaments.api"


class DeviceRequests(WSGIHandler):
    """Answers what devices ask, with the middleware that matters to them."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Only what sees to https, the host and the length of an answer."""
        self._view_middleware: list[Any] = []
        self._template_response_middleware: list[Any] = []
        self._exception_middleware: list[Any] = []
        answer: Callable[..., Any] = convert_exception_to_response(self._get_response)  # type: ignore[attr-defined]
        for middleware in (CommonMiddleware, SecurityMiddleware):
            answer = convert_exception_to_response(middleware(answer))
        self._middleware_chain = answer

    def resolve_request(self, request: HttpRequest) -> Any:
        """Among their own few addresses instead of all."""
        request.urlconf = DEVICES
        return super().resolve_request(request)


def beside(pages: WsgiApplication) -> WsgiApplication:
    """An application that answers devices itself and leaves everything else to `pages`."""
    devices = DeviceRequests()
    addresses = {f"/{pattern.pattern}" for pattern in get_resolver(DEVICES).url_patterns}

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        answer = devices if environ["PATH_INFO"] in addresses else pages
        return answer(environ, start_response)

    return application
