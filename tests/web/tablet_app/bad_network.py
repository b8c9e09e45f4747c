"""A hall's bad Wi-Fi, between real browsers and a real server: it loses, doubles and delays."""

from __future__ import annotations

import http.client
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from urllib.parse import urlsplit

LOST_SHARE, DOUBLED_SHARE, LATE_SHARE = 0.2, 0.1, 0.4
LONGEST_DELAY = 0.8  # seconds: long enough to be overtaken by later requests
TIMEOUT = 10
OWN_HEADERS = ("connection", "transfer-encoding", "content-length", "date", "server")
FORWARDED_HEADERS = ("Content-Type", "Origin", "Accept-Encoding", "Host", "Retry-After", "Content-Encoding")


class BadNetwork:
    """One address that stays while servers behind it come and go. Pages come through; requests may not."""

    def __init__(self, seed: int) -> None:
        self.behind = ""
        self.happened: Counter[str] = Counter()
        self._chance, self._lock = Random(seed), threading.Lock()
        network = self

        class Handler(_Handler):
            pass

        Handler.network = network
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()

    def fate(self) -> tuple[str, float, float]:
        """Draw the fate of an exchange, the delay of its answer, and of a repeated question."""
        with self._lock:
            drawn, late = self._chance.random(), self._chance.random() * LONGEST_DELAY
            fate = (
                "question lost"
                if drawn < LOST_SHARE / 2
                else "answer lost"
                if drawn < LOST_SHARE
                else "through"
            )
            doubled = self._chance.random() < DOUBLED_SHARE
            self.happened[fate] += 1
            self.happened["doubled"] += doubled
            slow = self._chance.random() < LATE_SHARE
            return fate, late if slow else 0, self._chance.random() * 2 if doubled else 0

    def ask(self, method: str, path: str, body: bytes, headers: dict[str, str]):
        """Return the answer of the server, or None where none came."""
        to = urlsplit(self.behind)
        connection = http.client.HTTPConnection(to.hostname or "", to.port, timeout=TIMEOUT)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()


class _Handler(BaseHTTPRequestHandler):
    """One exchange between a browser and the server."""

    network: BadNetwork
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer(self._ask(b""))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fate, late, again = self.network.fate()
        if fate == "question lost":
            self._nobody()
            return
        answer = self._ask(body)
        if again:
            threading.Timer(again, self._ask, (body,)).start()
        time.sleep(late)
        if fate == "answer lost":
            self._nobody()
            return
        self._answer(answer)

    def _ask(self, body: bytes):
        sent = {name: self.headers[name] for name in FORWARDED_HEADERS if name in self.headers}
        return self.network.ask(self.command, self.path, body, sent)

    def _answer(self, answer) -> None:
        if answer is None:
            self._nobody()
            return
        status, headers, content = answer
        try:
            self.send_response(status)
            for name, value in headers.items():
                if name.lower() not in OWN_HEADERS:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        except OSError:
            self.close_connection = True  # the browser did not wait

    def _nobody(self) -> None:
        """Break the connection without an answer."""
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Write no log of requests."""
