"""Programs that the tests start as a user would, with their output."""

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from tests import preloaded

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT = 180  # only against hanging: where fifteen programs share a core, a start takes more than a minute
SETTINGS = "tests.served_settings"
ANY_PORT = ("--host", "127.0.0.1", "--port", "0")
UNFINISHED_FILES = "*.pyc.*"
"""Names of compiled modules that another process is writing, which are gone when they are copied."""


class Process:
    """A Python program in a process of its own; its output is read throughout, so that it never blocks."""

    url = ""

    def __init__(self, *arguments: str, cwd: Path = ROOT, **environment: str) -> None:
        """Start `python ARGUMENTS...` with these variables on top of the present ones."""
        self.output = ""
        self._news = threading.Condition()
        pipe, says = os.pipe()
        self._said = open(pipe, encoding="utf-8")  # noqa: SIM115 # its reader closes it
        variables = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", **environment}
        self._process = begun(arguments, cwd, variables, says)
        os.close(says)
        self.pid = self._process.pid
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with self._said:
            for line in self._said:
                with self._news:
                    self.output += line
                    self._news.notify_all()

    def wait_for(self, pattern: str, timeout: float = TIMEOUT) -> re.Match:
        """Wait until the output matches the pattern, and return the match.

        Raises:
            AssertionError: the program has ended, or the time is over, without it.
        """
        found: list[re.Match] = []

        def look() -> bool:
            found.extend(re.finditer(pattern, self.output))
            return bool(found) or not self._reader.is_alive()

        with self._news:
            while not look():
                if not self._news.wait_for(look, timeout=0.5):
                    timeout -= 0.5
                    assert timeout > 0, f"No {pattern!r} in time in:\n{self.output}"
        assert found, f"Ended without {pattern!r}:\n{self.output}"
        return found[0]

    @property
    def runs(self) -> bool:
        """Return whether it has not ended yet."""
        return self._process.poll() is None

    def wait(self, timeout: float = TIMEOUT) -> int:
        """Wait until it ends by itself; return its exit code."""
        code = self._process.wait(timeout)
        self._reader.join(timeout)
        return code

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, wait, and return its exit code."""
        if self._process.poll() is None:
            self._process.send_signal(how)
        return self.wait()

    def kill(self) -> None:
        """Kill it, as a power cut does."""
        self._process.kill()
        self.wait()


@cache
def parent(starts: int) -> preloaded.Parent:
    """Return the process that forks programs of Cheville for the process `starts`."""
    return preloaded.Parent()


def begun(
    arguments: Sequence[str], cwd: Path, environment: dict[str, str], output: int
) -> "preloaded.Program | subprocess.Popen[bytes]":
    """Start a program that writes to the file descriptor `output`.

    The server and the worker have their libraries loaded already, where the system can fork.
    """
    named = arguments[0] == "manage.py" or tuple(arguments[:2]) == ("-m", "celery")
    if sys.platform == "linux" and named:
        return parent(os.getpid()).begin(arguments, cwd, environment, output)
    command = [sys.executable, *arguments]
    return subprocess.Popen(
        command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
    )


def free_port() -> int:
    """Return a port of this machine that is free.

    It is none that the system gives to connections that go out: one of those could take it while a server
    that listened on it is being restarted.
    """
    anywhere = random.SystemRandom()  # that of a test has one seed in all workers
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", anywhere.randrange(20_000, 32_000)))
            return int(probe.getsockname()[1])


def environment_of_its_own(folder: Path) -> Path:
    """Make a virtual environment that start.py accepts as its own, with the libraries of the tests.

    start.py makes an environment anew that it does not accept, even if it is in use: never give it that of
    the run.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    library = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=True).stdout.strip()
    (Path(library) / "tests.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    note = (
        "import start; start.stamp({name: start.fingerprint(name) for name in "
        "('requirements-start.txt', 'requirements.txt', 'requirements-dev.txt')})"
    )
    variables = {**os.environ, "CHEVILLE_VENV": str(folder)}
    subprocess.run([sys.executable, "-c", note], cwd=ROOT, env=variables, check=True)
    return folder


def first_started(data: Path, empty_database: Path) -> Path:
    """Make a data folder as a first start leaves it."""
    data.mkdir()
    shutil.copy(empty_database, data / "cheville.sqlite3")
    return data


def served(data: Path, *options: str, **environment: str) -> Process:
    """Start the real server on the data folder `data` and wait until it answers; it has `url`."""
    known = {"CHEVILLE_DATA": str(data), "CHEVILLE_LANG": "en", "DJANGO_SETTINGS_MODULE": SETTINGS}
    environment = {**known, **environment}
    cheville = Process("manage.py", "serve", *(options or ANY_PORT), **environment)
    cheville.url = cheville.wait_for(r"http://localhost:\d+").group().replace("localhost", "127.0.0.1")
    cheville.wait_for(r"Ctrl-C")
    return cheville
