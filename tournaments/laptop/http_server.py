"""Waitress, the web server: idle connections are closed, tables are answered before spectators.

| case                                           | reaction                                                |
|------------------------------------------------|---------------------------------------------------------|
| one address opens connections and asks nothing | the oldest of them is closed for each beyond MAX_SILENT |
| a request begins and does not go on            | closed after STALLED_SECONDS                            |
| so many are connected that files run out       | those idle longest are closed; pages reconnect          |
| more requests than can be answered at once     | tables and signed-in users come before spectators       |
| the process is asked to end (`end`)            | what was asked is answered, nothing new is accepted     |

The only module that uses private names of waitress (`tests/test_private_names.py`).
"""

import contextlib
import socket
import sys
import threading
import time
from collections import deque
from typing import Any

from django.conf import settings
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from tournaments.laptop.sockets import Sockets

MAX_SILENT = 60  # connections of one address without a request so far; a whole hall may share one address
STALLED_SECONDS, CLEANUP_SECONDS = 20, 5  # seconds
SPARE_FILES = 200  # files that the rest of the program needs
WANTED_FILES, MAX_CONNECTIONS = 8192, 4000  # files to ask the system for; connections at once
MAX_CONNECTIONS_ON_WINDOWS = 450  # its `select` takes 512 sockets
SPECTATOR_THREADS = 1  # of the answering threads, for spectators
MAX_ACCEPTED = 64  # connections accepted between two looks at all connections
PROXIED_KEY = "cheville.passed_on"
PROXY_HEADERS = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")
SHED_FRACTION = 10  # one in so many is closed if there is no more room


def raise_file_limit() -> int:
    """Raise the limit of open files to WANTED_FILES if allowed; return the limit."""
    if sys.platform == "win32":
        return WANTED_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return WANTED_FILES
    if soft < WANTED_FILES:
        allowed = WANTED_FILES if hard == resource.RLIM_INFINITY else min(WANTED_FILES, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
            soft = allowed
    return soft


def connection_limit() -> int:
    """Return the limit of open connections, without those over https (`tournaments/https/tls.py`)."""
    most = MAX_CONNECTIONS_ON_WINDOWS if sys.platform == "win32" else MAX_CONNECTIONS
    return max(20, min(most, (raise_file_limit() - SPARE_FILES) // 2))


class Task(WSGITask):
    """An answer that keeps the connection open without a body, as such an answer needs no length."""

    def set_close_on_finish(self) -> None:
        """Do as waitress, but keep the connection open after a 304.

        Waitress closes it, so that a watching phone would connect anew every time.
        """
        asked_to = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or asked_to:
            super().set_close_on_finish()


class Channel(HTTPChannel):
    """A connection that notifies its server when it opens, has its first request, and closes."""

    task_class = Task

    def __init__(self, server: "HallServer", sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        self.is_silent = True
        self.counted = False
        server.opened(self)

    def del_channel(self, map: Any = None) -> None:
        """Forget the connection, which is closed."""
        super().del_channel(map)
        self.server.heard(self)

    @property
    def watches(self) -> bool:
        """Return whether the next request is for a page by a user who is not signed in."""
        if not self.requests:
            return False
        asked = self.requests[0]
        return bool(
            asked.command in ("GET", "HEAD")
            and not str(asked.path).startswith("/api/")
            and f"{settings.SESSION_COOKIE_NAME}=" not in asked.headers.get("COOKIE", "")
        )

    @property
    def is_idle(self) -> bool:
        """Return whether every request of the connection is answered, and there was one."""
        return not (self.is_silent or self.requests or self.request or self.total_outbufs_len)

    def close_soon(self) -> None:
        """Close at the next turn of the loop."""
        self.will_close = True
        self.server._map.changed(self._fileno)

    def service(self) -> None:
        """Answer, in one of the threads."""
        counted = self.counted  # another thread may change it while this one answers
        self.server.answers.channel = self
        try:
            super().service()
        finally:
            self.server.answers.channel = None
            if counted:
                self.server.task_dispatcher.queue.answered()


class HallServer(TcpWSGIServer):
    """A listener of waitress that makes room. All of it runs in the thread of the loop."""

    channel_class = Channel
    most_silent = MAX_SILENT  # of one address
    ending = False
    next_channel_cleanup = 0.0  # the time of the next look at idle connections

    def __init__(self, *args: Any, **options: Any) -> None:
        self._silent: dict[
            str, dict[Channel, int]
        ] = {}  # by address; the oldest first, with the number of the look at which it opened
        self.answers = threading.local()  # the connection that a thread answers
        super().__init__(*args, **options)

    def run(self) -> None:
        """Serve until a signal raises an exception, which cuts open connections, or until `end` is called."""
        with contextlib.suppress(SystemExit, KeyboardInterrupt):
            while not self.ending:
                self._map.look(self.adj.asyncore_loop_timeout)
            self._answer_remaining()
        self.task_dispatcher.shutdown()

    def end(self, *_signal: Any) -> None:
        """Let `run` return once every request that has come is answered; a signal handler may be this."""
        self.ending = True
        self.pull_trigger()

    def _answer_remaining(self) -> None:
        """Answer what waits at the listener and on connections.

        Of a listener that systemd holds, later connections wait for the next process.
        """
        self.handle_accept()
        self.asyncore.dispatcher.close(self)
        while self.active_channels:
            self.maintenance(time.time())
            for channel in list(self.active_channels.values()):
                if channel.is_idle:
                    channel.close_soon()
            self._map.look(self.adj.asyncore_loop_timeout)

    def pull_trigger(self) -> None:
        """Wake the loop, as the calling thread has something to send or has sent it."""
        channel = getattr(self.answers, "channel", None)
        if channel is not None:
            self._map.changed(channel._fileno)
        super().pull_trigger()

    def readable(self) -> bool:
        """Return whether to accept more; called before each look, when earlier connections have been read."""
        for silent in self._silent.values():
            for channel, look in list(silent.items())[: max(0, len(silent) - self.most_silent)]:
                if look >= self._map.looks - 1:  # its request may be unread yet, if many come at once
                    break
                del silent[channel]
                channel.close_soon()
        # Where the clock was set back, the next look at idle connections would be as late.
        self.next_channel_cleanup = min(self.next_channel_cleanup, time.time() + CLEANUP_SECONDS)
        return bool(super().readable())

    def handle_accept(self) -> None:
        """Accept up to MAX_ACCEPTED connections: waitress accepts one in a turn of its loop, too few.

        When it ends, all of them.
        """
        accepted = 0
        while self.ending or accepted < MAX_ACCEPTED:
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                return
            accepted += 1

    def opened(self, channel: Channel) -> None:
        """Count a connection, and close others if there is no more room."""
        self._silent.setdefault(channel.addr[0], {})[channel] = self._map.looks
        if len(self._map) >= self.adj.connection_limit - 1:
            self._close_oldest_idle()

    def add_task(self, task: Channel) -> None:
        """Queue a complete request.

        The first of a connection is complete in this thread, later ones may not be.
        """
        if task.is_silent:
            task.is_silent = False
            self.heard(task)
        super().add_task(task)

    def heard(self, channel: Channel) -> None:
        """Stop counting a connection as silent: it sent a request, or is closed."""
        address = channel.addr[0]
        silent = self._silent.get(address, {})
        silent.pop(channel, None)
        if not silent:
            self._silent.pop(address, None)

    def _close_oldest_idle(self) -> None:
        idle = [one for one in self.active_channels.values() if not one.requests and not one.will_close]
        idle.sort(key=lambda one: one.last_activity)
        for channel in idle[: max(1, len(idle) // SHED_FRACTION)]:
            channel.close_soon()

    def maintenance(self, now: float) -> None:
        """Close connections that were idle too long, and stalled requests sooner."""
        for channel in self.active_channels.values():
            channel.last_activity = min(channel.last_activity, now)  # the clock was set back since
        super().maintenance(now)
        for channel in self.active_channels.values():
            begun = channel.is_silent or channel.request is not None
            stalls = begun and not channel.requests and channel.last_activity < now - STALLED_SECONDS
            if channel.will_close or stalls:
                channel.close_soon()


class ConnectionQueue:
    """The queue of connections to answer. Spectators come last and never use all threads."""

    def __init__(self) -> None:
        # Threads take from the queue at the same time: each connection is answered only once.
        self._lock = threading.Lock()
        self._first: deque[Channel] = deque()
        self._watching: deque[Channel] = deque()
        self._answering = 0

    def append(self, channel: Channel) -> None:
        """Add a connection that waits for an answer."""
        (self._watching if channel.watches else self._first).append(channel)

    def popleft(self) -> Channel:
        """Return the next connection to answer, in the calling thread."""
        with self._lock:
            if self._first:
                channel = self._first.popleft()
                channel.counted = False
            else:
                channel = self._watching.popleft()
                channel.counted = True
                self._answering += 1
        return channel

    def answered(self) -> None:
        """Note that a thread has answered a spectator."""
        with self._lock:
            self._answering -= 1

    def __len__(self) -> int:
        return len(self._first) + (len(self._watching) if self._answering < SPECTATOR_THREADS else 0)


def mark_proxied(application: Any) -> Any:
    """Wrap `application`: mark requests that a proxy forwarded, and drop the headers of the proxy.

    Some actions are only for a person at the laptop, and requests of a proxy on the laptop would look the
    same.
    """

    def called(environ: dict[str, Any], start_response: Any) -> Any:
        headers = [name for name in environ if name.startswith("HTTP_X_FORWARDED") or name in PROXY_HEADERS]
        environ[PROXIED_KEY] = bool(headers)
        for name in headers:
            del environ[name]
        return application(environ, start_response)

    return called


def hall_server(
    application: Any,
    listener: socket.socket,
    sockets: Sockets,
    *,
    most_silent: int = MAX_SILENT,
    **options: Any,
) -> HallServer:
    """Return a server on `listener`; `sockets` is the loop's map of connections, shared with other servers.

    Beyond `most_silent`, connections of one address without a request are closed. The options are those
    of waitress.
    """
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.queue = ConnectionQueue()
    adjustments = Adjustments(
        connection_limit=connection_limit(), cleanup_interval=CLEANUP_SECONDS, **options
    )
    dispatcher.set_thread_count(adjustments.threads)
    server = HallServer(
        application,
        sockets,
        _sock=listener,
        dispatcher=dispatcher,
        adj=adjustments,
        bind_socket=False,
        sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
    )
    server.most_silent = most_silent
    return server
