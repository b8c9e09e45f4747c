"""All uses of Django's private names.

`tests/test_private_names.py` checks that no other module uses them, and shows which of them an upgrade has
changed.
"""

from collections.abc import Callable, Sequence
from copy import copy
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.core.handlers.exception import convert_exception_to_response
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections, models
from django.http import HttpRequest

Found = TypeVar("Found")

Middleware = Callable[[Callable[..., Any]], Callable[..., Any]]


class CustomHandler(WSGIHandler):
    """Django's handler with a middleware and a urlconf of its own instead of those of the settings.

    Each middleware is a factory that takes only `get_response`; the last is the first to see a request.
    """

    def __init__(self, middleware: Sequence[Middleware], urlconf: str) -> None:
        self.middleware, self.urlconf = middleware, urlconf
        super().__init__()

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the chain of middleware; called once by Django, when the handler is created."""
        self._view_middleware: list[Any] = []
        self._template_response_middleware: list[Any] = []
        self._exception_middleware: list[Any] = []
        answer: Callable[..., Any] = convert_exception_to_response(self._get_response)  # type: ignore[attr-defined]
        for middleware in self.middleware:
            answer = convert_exception_to_response(middleware(answer))
        self._middleware_chain = answer

    def resolve_request(self, request: HttpRequest) -> Any:
        """Return the view for a request, among the addresses of the urlconf."""
        request.urlconf = self.urlconf
        return super().resolve_request(request)


def mark_stored(row: models.Model, alias: str) -> None:
    """Mark an instance as a row of the database `alias`: its next `save` is an UPDATE."""
    row._state.adding, row._state.db = False, alias


class PreparedQuery(Generic[Found]):
    """A query that Django has compiled once, to be run again with other values.

    `marks` are placeholders for the values in the queryset: their places in the SQL are those that change.

    Raises `TypeError` where a mark is missing in the SQL, or was converted.
    """

    def __init__(self, found: "models.QuerySet[Any, Found]", marks: Sequence[Any]) -> None:
        self.found = found
        self.compiler = found.query.get_compiler(found.db)
        self.sql, self.parameters = self.compiler.as_sql()
        self.places = [(at, marks.index(value)) for at, value in enumerate(self.parameters) if value in marks]
        if len({which for _at, which in self.places}) < len(marks):
            raise TypeError(f"not every value is one of {self.sql}")

    def rows(self, values: Sequence[Any]) -> list[Found]:
        """Return the results for these values, as the queryset would give them.

        Threads share the compiled query: each has copies of the parts that hold its connection and values.
        """
        found: Any = self.found
        parameters = list(self.parameters)
        for at, which in self.places:
            parameters[at] = values[which]
        compiler, query = copy(self.compiler), copy(found.query)
        compiler.connection = connections[found.db]
        compiler.as_sql = lambda: (self.sql, parameters)
        query.get_compiler = lambda *_given, **_options: compiler
        asked = SimpleNamespace(
            query=query, db=found.db, model=found.model, _fields=found._fields, _known_related_objects={}
        )
        rows: list[Any] = list(found._iterable_class(asked))
        if found._prefetch_related_lookups:
            models.prefetch_related_objects(rows, *found._prefetch_related_lookups)
        return rows
