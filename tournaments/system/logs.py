"""Logs as lines of JSON for a server (`LOG_FORMAT=json`): when, which request, which tournament, no names.

No tokens either. All other log records go through the same formatter. Of an exception it gives the type
and the place, but not the message: a database quotes user input in it.
"""

import json
import logging
import re
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="")
tournament: ContextVar[str] = ContextVar("tournament", default="")

PATH = re.compile(r"(?<![\w.])/[^\s'\"]*")
PLAIN, NOTHING = re.compile(r"[a-z-]{0,30}|\d{1,6}"), re.compile("")
WHOLE = ("static", "api")


def without_secrets(path: str) -> str:
    """Return a path without secrets, query strings and keys, which would give access or name people."""
    path, asked, _question = path.partition("?")
    first, *rest = path.lstrip("/").split("/")
    if first not in WHOLE:
        kept = 1 if first == "t" else 0  # the address of a tournament is public
        shown = PLAIN if first == "t" else NOTHING
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
        if record.exc_info and record.exc_info[0]:
            line["exception"] = record.exc_info[0].__qualname__
            line["at"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])[-12:]
            ]
        return json.dumps({name: value for name, value in line.items() if value != ""}, ensure_ascii=False)
