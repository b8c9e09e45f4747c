"""Start programs with the libraries loaded: a process that has imported them forks for each program.

Loading Django, Celery and psycopg is three quarters of what a server takes to start, and a run starts a
hundred. Only libraries are loaded here, and none that reads settings: each program reads its own, from its
own variables, and ends as any other does. `tests/processes.py` uses this.
"""

import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

LIBRARIES = """
    celery.app.amqp celery.app.control celery.app.events celery.app.log celery.app.registry celery.app.task
    celery.apps.worker celery.backends.redis celery.bin.celery celery.concurrency.solo
    celery.contrib.django.task celery.fixups.django celery.loaders.app celery.worker
    celery.worker.consumer celery.worker.control celery.worker.strategy
    PIL.ImageOps csp.middleware django.contrib.admin.utils
    django.contrib.auth.hashers django.contrib.auth.management
    django.contrib.messages.middleware django.contrib.postgres.fields
    django.contrib.sessions.backends.cached_db django.contrib.staticfiles.finders
    django.core.cache.backends.locmem django.core.cache.backends.redis django.core.files.uploadhandler
    django.core.management.commands.migrate django.core.servers.basehttp django.core.wsgi
    django.db.backends.postgresql.base django.db.backends.sqlite3.base django.db.migrations.executor
    django.db.models django.forms django.template.backends.django django.template.defaulttags
    django.template.loader_tags django.urls django.views.defaults django.views.generic
    django.views.i18n django_htmx.middleware environ kombu.transport.memory kombu.transport.redis
    markdown_it psycopg redis segno smtplib tomllib waitress.server whitenoise.middleware
"""
MAX_ORDER_BYTES = 1 << 20  # bytes of one order


class Parent:
    """The process that forks; one for each process that starts programs."""

    def __init__(self) -> None:
        """Start it; it ends with the process that holds this."""
        self._mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._turn = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.preloaded", str(theirs.fileno())],
                cwd=Path(__file__).resolve().parent.parent,
                env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )

    def begin(
        self, arguments: Sequence[str], cwd: Path, environment: dict[str, str], output: int
    ) -> "Program":
        """Start `python ARGUMENTS...` in that folder, writing to the file descriptor `output`."""
        order = json.dumps([list(arguments), str(cwd), environment]).encode()
        ended, tells = os.pipe()
        with self._turn:
            socket.send_fds(self._mine, [order], [output, tells])
            os.close(tells)
            return Program(int(self._mine.recv(64)), ended)


class Program:
    """A program that was started, with the part of `subprocess.Popen` that the tests use."""

    def __init__(self, pid: int, ended: int) -> None:
        """Take the process id and the file descriptor `ended`, which gives its exit code once."""
        self.pid = pid
        self.returncode: int | None = None
        self._ended = ended
        self._turn = threading.Lock()

    def poll(self) -> int | None:
        """Return its exit code, a negative signal number if it was killed, or None while it runs."""
        return self._look(0)

    def wait(self, timeout: float) -> int:
        """Wait until it has ended, and return its exit code.

        Raises:
            subprocess.TimeoutExpired: it has not.
        """
        if (code := self._look(timeout)) is None:
            raise subprocess.TimeoutExpired(f"program {self.pid}", timeout)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it, as a power cut does."""
        self.send_signal(signal.SIGKILL)

    def _look(self, timeout: float) -> int | None:
        with self._turn:
            if self.returncode is None and select.select([self._ended], [], [], timeout)[0]:
                self.returncode = int(os.read(self._ended, 64) or -signal.SIGKILL)
                os.close(self._ended)
            return self.returncode


# In the process that forks, and in its forks


def main(control: socket.socket) -> None:
    """Load the libraries, then fork for each order; in the fork, become the program."""
    for name in LIBRARIES.split():
        import_module(name)
    from django.conf import settings

    assert not settings.configured and threading.active_count() == 1
    gc.collect()
    gc.freeze()
    if (ordered := fork_for_orders(control)) is not None:
        become(*ordered)


def fork_for_orders(control: socket.socket) -> tuple[list[str], str, dict[str, str]] | None:
    """Fork for each order, returning the order in the fork, and None once the orders have ended."""
    awake, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    tell: dict[int, int] = {}
    while True:
        ready = select.select([control, awake], [], [])[0]
        if awake in ready:
            os.read(awake, MAX_ORDER_BYTES)
            tell_of_the_ended(tell)
        if control not in ready:
            continue
        order, given, _flags, _from = socket.recv_fds(control, MAX_ORDER_BYTES, 2)
        if not order:
            return None
        output, tells = given
        if (pid := os.fork()) == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            control.close()
            for number in (1, 2):
                os.dup2(output, number)
            for opened in (awake, wakes, output, tells, *tell.values()):
                os.close(opened)
            return tuple(json.loads(order))
        os.close(output)
        tell[pid] = tells
        control.send(str(pid).encode())


def tell_of_the_ended(tell: dict[int, int]) -> None:
    """Send the exit codes of ended programs to those who wait for them."""
    while tell:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        tells = tell.pop(pid)
        with suppress(BrokenPipeError):  # no process waits
            os.write(tells, str(os.waitstatus_to_exitcode(status)).encode())
        os.close(tells)


def become(arguments: list[str], cwd: str, environment: dict[str, str]) -> None:
    """Go on as `python ARGUMENTS...` would, with the folder and the variables of the program."""
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(cwd)
    sys.path[0] = cwd
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return
    sys.argv = arguments
    program = ModuleType("__main__")
    program.__file__ = str(Path(cwd, arguments[0]))
    sys.modules["__main__"] = program
    exec(compile(Path(program.__file__).read_bytes(), program.__file__, "exec"), program.__dict__)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
