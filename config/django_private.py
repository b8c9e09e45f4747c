"""What Cheville uses of Django's private names: they stand in this module alone.

`tests/test_private.py` keeps others from them, and says which of them an upgrade has changed.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.core.handlers.exception import convert_exception_to_response
from django.core.handlers.wsgi import WSGIHandler
from django.db import models
from django.http import HttpRequest

Middleware = Callable[[Callable[..., Any]], Callable[..., Any]]


class HandlerOf(WSGIHandler):
    """Django's handler with a middleware and a urlconf of its own instead of those of the settings.

    Each middleware is a factory that takes only `get_response`; the last is the first to see a request.
    """

    def __init__(self, middleware: Sequence[Middleware], urlconf: str) -> None:
        self.middleware, self.urlconf = middleware, urlconf
        super().__init__()

    def load_middleware(self, is_async: bool = False) -> None:
        """Called once by Django, when the handler is made."""
        self._view_middleware: list[Any] = []
        self._template_response_middleware: list[Any] = []
        self._exception_middleware: list[Any] = []
        answer: Callable[..., Any] = convert_exception_to_response(self._get_response)  # type: ignore[attr-defined]
        for middleware in self.middleware:
            answer = convert_exception_to_response(middleware(answer))
        self._middleware_chain = answer

    def resolve_request(self, request: HttpRequest) -> Any:
        """The view for a request, among the addresses of the urlconf."""
        request.urlconf = self.urlconf
        return super().resolve_request(request)


def mark_stored(row: models.Model, alias: str) -> None:
    """Let an instance know that it is a row of the database `alias`: its next `save` is an UPDATE."""
    row._state.adding, row._state.db = False, alias
