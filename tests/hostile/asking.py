"""Requests as they reach the program from its web server, with any content, and the answers."""

import io
import logging
import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote_to_bytes

from tests.hostile.values import FORGED, MARK

CSRF = "c" * 32
HOST = "hall.local"
LOGGERS = ("django.request", "django.security")


@dataclass
class RawRequest:
    """One request: the address as bytes, still encoded; `headers` as a web server names them."""

    method: str
    path: bytes
    query: bytes = b""
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    who: str = ""
    kind: str = ""

    def __str__(self) -> str:
        body = self.body if len(self.body) <= 600 else self.body[:600] + b"..."
        address = self.path + (b"?" + self.query if self.query else b"")
        found = {name: value[:200] for name, value in self.headers.items() if name != "HTTP_COOKIE"}
        return f"{self.kind}, {self.who}: {self.method} {address[:600]!r} {found} {body!r}"


@dataclass
class Answer:
    """The answer; `trace` where something failed on the way."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    trace: str = ""

    def header(self, name: str) -> str:
        """Return the value of a header; empty where there is none."""
        return next((value for key, value in self.headers if key.lower() == name), "")

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")


class Program:
    """The whole program behind its web server, in this process, with its log of faults."""

    def __init__(self) -> None:
        from config.wsgi import application

        self.application = application
        self._log = _Traces()
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self._log)
            logging.getLogger(name).propagate = False

    def end(self) -> None:
        """Restore the logging."""
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(self._log)
            logging.getLogger(name).propagate = True

    def ask(self, asked: RawRequest, cookies: str = "", address: str = "10.0.0.7") -> Answer:
        """Return the whole answer; an exception through the program counts as 500."""
        self._log.traces.clear()
        data: dict[str, Any] = {"status": "500", "headers": []}

        def start(status: str, headers: list[tuple[str, str]], *_more: Any) -> Any:
            data.update(status=status, headers=headers)

        try:
            answer = self.application(self._environ(asked, cookies, address), start)
            body = b"".join(answer)
            if hasattr(answer, "close"):
                answer.close()
        except Exception:
            return Answer(500, [], b"", traceback.format_exc())
        return Answer(int(data["status"][:3]), data["headers"], body, "\n".join(self._log.traces))

    def _environ(self, asked: RawRequest, cookies: str, address: str) -> dict[str, Any]:
        return {
            "REQUEST_METHOD": asked.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(asked.path).decode("latin-1"),
            "QUERY_STRING": asked.query.decode("latin-1"),
            "CONTENT_LENGTH": str(len(asked.body)) if asked.body else "",
            "CONTENT_TYPE": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": address,
            "HTTP_HOST": HOST,
            "HTTP_COOKIE": f"csrftoken={CSRF}; {cookies}",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(asked.body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **asked.headers,
        }


class _Traces(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.traces: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.traces.append("".join(traceback.format_exception(*record.exc_info)))


def fault_of(asked: RawRequest, answer: Answer) -> str:
    """Return the fault of an answer to a hostile request; empty where there is none."""
    if answer.status >= 500:
        last = answer.trace.strip().splitlines()[-1:] or ["no trace"]
        return f"{answer.status}: {last[0][:300]}"
    if MARK.encode() in answer.body and "html" in answer.header("content-type"):
        return "what was sent stands in the page as it was sent"
    to = answer.header("location")
    if re.match(r"[a-zA-Z]+:|//|\\", to) and not to.startswith((f"http://{HOST}", f"https://{HOST}")):
        return f"it leads away to {to[:100]!r}"
    if any("\n" in value or "\r" in value for _name, value in answer.headers):
        return "a header has two lines"
    if asked.headers.get("HTTP_HOST", "").startswith(FORGED) and FORGED.encode() in answer.body:
        return "the forged host stands in the answer"
    return ""


@dataclass
class Form:
    """A form of a page: its values, its choices, and its fields for files."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


class Page(HTMLParser):
    """The forms and the links of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: dict[str, None] = {}  # in the order of the page, which chance does not change
        self._form: Form | None = None
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = {name: value or "" for name, value in attrs}
        for name in ("href", "action", "formaction", "hx-get", "hx-post"):
            if given.get(name, "").startswith("/"):
                self.links[given[name].partition("#")[0]] = None
        if posted := given.get("hx-post") or given.get("formaction"):
            self.forms.append(Form(posted, "post", self._form.fields if self._form else []))
        if tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get").lower())
            self.forms.append(self._form)
        elif self._form and given.get("name"):
            if given.get("type") == "file":
                self._form.files.append(given["name"])
            elif tag == "select":
                self._select = given["name"]
            elif tag in ("input", "textarea", "button"):
                self._form.fields.append((given["name"], given.get("value", "")))
        elif tag == "option" and self._form and self._select:
            self._form.fields.append((self._select, given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
