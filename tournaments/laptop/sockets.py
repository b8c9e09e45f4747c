"""A loop for waitress that polls only those connections whose state has changed.

Waitress asks each of them what it waits for before every look, which takes longer than to answer a table.
Here the system is informed once, and again after an event on a connection or an answer of a thread.
"""

import contextlib
import select
from collections import deque
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel

TO_READ, TO_WRITE = 1, 4  # as `select.poll` and `select.epoll` have them


class Sockets(dict[int, Any]):
    """The map of connections that waitress keeps, by file. `look` is called in one thread only."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0
        self._asked: dict[int, int] = {}  # the events that the system waits for
        self._changed: deque[int] = deque()
        self._doors: dict[int, Any] = {}  # listeners and triggers: few, and their state depends on the clock
        self._is_epoll = hasattr(select, "epoll")
        # for systems other than Linux; None on Windows, where the few connections are all polled
        poll = select.poll() if hasattr(select, "poll") else None
        self._system: Any = select.epoll() if self._is_epoll else poll

    def __setitem__(self, file: int, one: Any) -> None:
        super().__setitem__(file, one)
        if isinstance(one, HTTPChannel):
            self._changed.append(file)
        else:
            self._doors[file] = one

    def __delitem__(self, file: int) -> None:
        super().__delitem__(file)
        self._doors.pop(file, None)
        if self._asked.pop(file, 0):
            with contextlib.suppress(OSError, KeyError):  # a closed file is removed by the system
                self._system.unregister(file)

    def changed(self, file: int) -> None:
        """Note that a connection waits for something else. Any thread may call this, then wake the loop."""
        self._changed.append(file)

    def look(self, timeout: float) -> None:
        """Wait at most `timeout` seconds for events, and handle all of them."""
        self.looks += 1
        if self._system is None:
            self._changed.clear()
            wasyncore.poll(timeout, self)
            return
        for file in list(self._doors):
            self._update_registration(file)
        while self._changed:
            self._update_registration(self._changed.popleft())
        for file, flags in self._system.poll(timeout if self._is_epoll else int(timeout * 1000)):
            one = self.get(file)
            if one is not None:
                wasyncore.readwrite(one, flags)
                self._update_registration(file)

    def _update_registration(self, file: int) -> None:
        one = self.get(file)
        if one is None:
            return
        wanted = TO_READ if one.readable() else 0
        if one.writable() and not one.accepting:
            wanted |= TO_WRITE
        asked = self._asked.get(file, 0)
        if wanted == asked:
            return
        if not asked:
            self._system.register(file, wanted)
        elif wanted:
            self._system.modify(file, wanted)
        else:
            self._system.unregister(file)
        self._asked[file] = wanted
