"""Logs as lines of JSON for a server (`LOG_FORMAT=json`): when, which request, which tournament, no names.

No tokens either. All other log records go through the same formatter. Of an exception and of those that
led to it, it gives the type, the place and the code of the database, but not the message: a database quotes
user input in it.
"""

import json
import logging
import re
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="")
tournament: ContextVar[str] = ContextVar("tournament", default="")

PATH = re.compile(r"(?<![\w.])/[^\s'\"]*")
PLAIN_PART, EMPTY_PART = re.compile(r"[a-z-]{0,30}|\d{1,6}"), re.compile("")
PUBLIC_PATHS = ("static", "api")


def without_secrets(path: str) -> str:
    """Return a path without secrets, query strings and keys, which would give access or name people."""
    path, asked, _question = path.partition("?")
    first, *rest = path.lstrip("/").split("/")
    if first not in PUBLIC_PATHS:
        kept = 1 if first == "t" else 0  # the address of a tournament is public
        shown = PLAIN_PART if first == "t" else EMPTY_PART
        rest = rest[:kept] + [part if shown.fullmatch(part) else "…" for part in rest[kept:]]
    return "/" + "/".join([first, *rest]) + ("?…" if asked else "")


class JsonLines(logging.Formatter):
    """A formatter of one line of JSON per record."""

    def format(self, record: logging.LogRecord) -> str:
        """Format time in UTC, level, logger, message, and the data of the request."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": PATH.sub(lambda found: without_secrets(found[0]), record.getMessage()),
            "request": request_id.get(),
            "tournament": tournament.get(),
            **getattr(record, "about", {}),
        }
        if record.exc_info and (error := record.exc_info[1]):
            line["exception"] = _exception_name(error)
            line["at"] = _stack_lines(error, 12)
            line["because"] = [
                {"exception": _exception_name(one), "at": _stack_lines(one, 3)} for one in _causes(error)
            ]
        return json.dumps(
            {name: value for name, value in line.items() if value not in ("", [])}, ensure_ascii=False
        )


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the exceptions that led to one, the last first."""
    seen = {id(error)}
    while earlier := error.__cause__ or (None if error.__suppress_context__ else error.__context__):
        if id(earlier) in seen:
            return
        seen.add(id(earlier))
        yield earlier
        error = earlier


def _exception_name(error: BaseException) -> str:
    """Return the type of an exception, with the code of PostgreSQL where it has one."""
    return f"{type(error).__qualname__} {getattr(error, 'sqlstate', None) or ''}".strip()


def _stack_lines(error: BaseException, most: int) -> list[str]:
    """Return the innermost places of an exception, the last one last."""
    frames = traceback.extract_tb(error.__traceback__)[-most:]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
