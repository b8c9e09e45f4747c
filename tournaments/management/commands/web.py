"""Serve behind a proxy, as one of the web processes of a server: `manage.py web`."""

import logging
import os
import signal
import socket
import sys
from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from tournaments.laptop.http_server import hall_server
from tournaments.laptop.sockets import Sockets

MAX_BODY_SIZE = 32_000_000  # waitress reads a body whole before anything else sees it
SYSTEMD_FIRST_FD = 3
FROM_PROXY = {"x-forwarded-for", "x-forwarded-proto"}


class Command(BaseCommand):
    """Answer what the proxy passes on, until SIGTERM; requests that have come are answered before the end."""

    help = "Serve behind a proxy, as one of the web processes of a server."
    requires_system_checks = ()  # `check --deploy` and /readyz do that

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add where to listen, and which proxy to trust."""
        parser.add_argument("--host", default="127.0.0.1", help="Address to listen on.")
        parser.add_argument("--port", type=int, default=8000, help="Port to listen on; 0 for any.")
        parser.add_argument(
            "--proxy",
            default="127.0.0.1",
            help="Address of the proxy whose headers are trusted; * for any.",
        )

    def handle(self, *_arguments: object, **options: object) -> None:
        """Serve, and end with 0 after the last answer. Raises `CommandError` where the port is taken."""
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # short waits of requests are no problem
        sys.setswitchinterval(0.001)  # else a thread that reads waits 5 ms for each of those that work
        listener = given_socket() or open_socket(str(options["host"]), int(str(options["port"])))
        from config.wsgi import application

        connections.close_all()
        server = hall_server(
            application,
            listener,
            Sockets(),
            most_silent=sys.maxsize,  # all connections are those of the proxy
            threads=settings.WEB_THREADS,
            max_request_body_size=MAX_BODY_SIZE,
            ident=None,
            trusted_proxy=str(options["proxy"]),
            trusted_proxy_headers=FROM_PROXY,
            clear_untrusted_proxy_headers=True,
        )
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, server.end)
        self.stdout.write(f"Serving on http://{server.effective_host}:{server.effective_port}")
        self.stdout.flush()
        server.run()


def given_socket() -> socket.socket | None:
    """Return the socket that systemd holds for this process, if there is one."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
        return None
    return socket.socket(fileno=SYSTEMD_FIRST_FD)


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket on a port of this machine. Raises `CommandError` where it is taken."""
    try:
        return socket.create_server((host, port), backlog=1024)
    except OSError as error:
        raise CommandError(f"{host}:{port}: {error.strerror}") from error
