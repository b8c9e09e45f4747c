"""Listeners beside that of http: optional packages add theirs to `manage.py serve`."""

import socket
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any, Protocol

from tournaments.laptop.sockets import Sockets


class Listener(Protocol):
    """A listener that is ready, in front of the same application."""

    def create_server(
        self, application: Callable, sockets: Sockets, dispatcher: object, **options: object
    ) -> object:
        """Create its server in the loop and threads of waitress; `options` are those of the first server."""

    def start(self) -> None:
        """Start accepting connections."""

    def stop(self) -> None:
        """Stop accepting, and close what is open."""


class SecondListener(Protocol):
    """Hooks of an optional package for `manage.py serve`; a module that defines these functions fits."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add its options to those of `serve`."""

    def prepare(
        self,
        http: socket.socket,
        options: dict[str, Any],
        listen: Callable[[str, int], socket.socket],
    ) -> Listener | None:
        """Return its listener if the options ask for it; `http` is the first, `listen(host, port)` binds one.

        Raises CommandError if it is impossible now: the message is printed, and http goes on.
        """

    def terminal_lines(self, addresses: list[str]) -> list[str]:
        """Return its lines for the terminal, once it is prepared; `addresses` are those of http."""


SECOND_LISTENERS: list[SecondListener] = []
"""Filled by the `AppConfig.ready` of each such package."""
