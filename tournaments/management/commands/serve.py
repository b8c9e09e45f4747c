"""Serve Cheville from one laptop to the tablets and phones of the hall: `manage.py serve`."""

import errno
import logging
import os
import signal
import socket
import sqlite3
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.accounts.login_sessions import readable_password
from tournaments.common.messages import sentences
from tournaments.laptop import recovery, start_lock, welcome
from tournaments.laptop.listeners import SECOND_LISTENERS, Listener
from tournaments.laptop.migrate import bring_up_to_date
from tournaments.system import disk, lan
from tournaments.system.data_folder import terminal_language
from tournaments.system.lan import lan_addresses
from tournaments.transfer.copies import erased_list

if TYPE_CHECKING:
    from tournaments.laptop.worker import LaptopWorker

PORT = 8000
MAX_BODY_SIZE = 32_000_000  # waitress reads a body whole before anything else sees it
PORTS_TRIED, MAX_PORT = 20, 65_535


def candidate_ports(port: int) -> list[int]:
    """Return the port, and those that are taken instead of it."""
    return [one for one in range(port, port + PORTS_TRIED) if 0 <= one <= MAX_PORT]


def running_port(host: str, port: int, *, any_data: bool = False) -> int | None:
    """Return the port on which Cheville answers; None if none does, or any port is wanted (0).

    `any_data`: also one with another data folder.
    Only ports that are taken are asked: Windows refuses a connection to a free one after two seconds.
    """
    ports = candidate_ports(port) if port else []
    taken = (one for one in ports if not _is_free(host, one))
    return next((one for one in taken if welcome.is_running(one, any_data=any_data)), None)


def _is_free(host: str, port: int) -> bool:
    try:
        open_socket(host, port).close()
    except OSError:
        return False
    return True


class Command(BaseCommand):
    """Update the database, make the first organiser, start the worker, serve until a signal comes."""

    requires_system_checks = ()  # the tests have run them; their output is of no use to a person in a hall

    def create_parser(self, *args, **options):
        """Create the parser with its help in the language of the terminal."""
        with translation.override(terminal_language()):
            self.help = _("Serve Cheville on the local network (one process: web server and worker).")
            return super().create_parser(*args, **options)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the port and the address to listen on, and the options of other listeners."""
        parser.add_argument("--host", default="0.0.0.0", help=_("Address to listen on."))  # noqa: S104
        parser.add_argument("--port", type=int, default=PORT, help=_("First port to try; 0 for any."))
        for second in SECOND_LISTENERS:
            second.add_arguments(parser)
        parser.add_argument("--copies", help=_("Folder for copies of the tournaments, such as a USB key."))
        parser.add_argument(
            "--organiser", help=_("Name of the first organiser, instead of being asked for it.")
        )
        parser.add_argument(
            "--open",
            action="store_true",
            help=_("Open the page of this laptop in a browser, where everything else is shown."),
        )
        parser.add_argument(
            "--recover",
            action="store_true",
            help=_("Where the database cannot be used: go on from the newest copies without asking."),
        )

    def handle(self, *args: object, **options: object) -> None:
        """Serve until Ctrl-C or SIGTERM, and end with 0."""
        signal.signal(signal.SIGTERM, _exit_on_signal)
        signal.signal(signal.SIGINT, _exit_on_signal)
        with translation.override(terminal_language()), ExitStack() as starting:
            host, port = str(options["host"]), int(str(options["port"]))
            self.listen(host, 0).close()  # reports a wrong address before making anything
            alone = starting.enter_context(start_lock.held(Path(settings.DATA_DIR)))
            if options["open"] and (running := running_port(host, port)):
                welcome.open_page(running)  # the program was double-clicked again
                return
            try:
                self.set_copies(options["copies"])
                self.usable_database(options, alone=alone)
            except (OSError, DatabaseError, sqlite3.Error) as error:
                found = disk.fault(error, settings.DATA_DIR)
                if not found:
                    raise error
                raise CommandError(sentences.disk_sentence(found)) from error
            listener = self.listen(host, port)
            os.environ[lan.PORT_VARIABLE] = str(listener.getsockname()[1])
            others = self.second_listeners(listener, options)
            worker = start_worker()
            try:
                self.announce(listener)
                if options["open"]:
                    welcome.open_page(listener.getsockname()[1])
                connections.close_all()
                answer_requests(listener, others, starting.close)
            finally:
                if worker:
                    worker.stop()

    def set_copies(self, folder: object) -> None:
        """Set the folder for copies, in this process and in those that it spawns.

        Raises `CommandError` where there is no such folder.
        """
        if not folder:
            return
        if not os.path.isdir(str(folder)):
            raise CommandError(_("There is no folder %(folder)s for copies.") % {"folder": folder})
        os.environ["COPIES_DIR"] = settings.COPIES_DIR = str(folder)

    def usable_database(self, options: dict[str, object], *, alone: bool) -> None:
        """Make the database usable and up to date, with an account; recover it if the user agrees.

        `alone`: no other start prepares the data at this moment.
        Raises `CommandError` where it cannot be used, and the user has not agreed to go on without it.
        """

        def confirm(question: str) -> bool:
            return bool(options["recover"]) or _key_pressed(question)

        def in_use() -> bool:
            # one with another data folder may have the same database, by DATABASE_URL
            host, port = str(options["host"]), int(str(options["port"]))
            return not alone or running_port(host, port, any_data=True) is not None

        recovered = None
        if connection.vendor == "sqlite":
            path = Path(connection.settings_dict["NAME"])
            recovered = recovery.Recovery(path, self.say, confirm, in_use)
            recovered.prepare_database()
        bring_up_to_date(in_use)
        if not options["open"]:  # with --open the page asks for it
            self.first_organiser(options["organiser"])
        if recovered:
            recovered.restore_copies()
        erased_list.erase_again()

    def first_organiser(self, name: object) -> None:
        """Make the first account if there is none, and show its name and password this once."""
        if get_user_model().objects.exists():
            return
        name = str(name or "") or self.ask_name()
        password = readable_password()
        get_user_model().objects.create_superuser(name, password=password)
        self.say("")
        self.say(_("Your sign-in, shown only this once. Write it down:"))
        self.say(_("    name:      %(name)s") % {"name": name})
        self.say(_("    password:  %(password)s") % {"password": password})

    def ask_name(self) -> str:
        """Ask for the organiser's name; return `organisateur` without a terminal or an answer."""
        usual = "organisateur"
        if not sys.stdin.isatty():
            return usual
        try:
            typed = input(_("Name of the organiser, to sign in with [%(name)s]: ") % {"name": usual})
        except EOFError:
            return usual
        return typed.strip()[:150] or usual

    def listen(self, host: str, port: int) -> socket.socket:
        """Return a socket on the port, or on the next one that is free.

        Raises `CommandError` where the address is not one of this machine, or no port is free.
        """
        for candidate in candidate_ports(port):
            try:
                listener = open_socket(host, candidate)
            except OSError as error:
                if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                    sentence = _("%(host)s is not an address of this machine.")
                    raise CommandError(sentence % {"host": host}) from error
                continue
            if candidate != port:
                taken = {"port": port, "other": candidate}
                self.say(_("Port %(port)s is taken (is Cheville running already?): using %(other)s.") % taken)
            return listener
        raise CommandError(_("No port from %(port)s on is free.") % {"port": port})

    def second_listeners(self, listener: socket.socket, options: dict[str, object]) -> list[Listener]:
        """Return the other listeners; where one fails, its message is printed and http goes on."""
        others = []
        for second in SECOND_LISTENERS:
            try:
                others.append(second.prepare(listener, options, self.listen))
            except CommandError as fault:
                self.say(str(fault))
        return [other for other in others if other]

    def announce(self, listener: socket.socket) -> None:
        """Print the addresses, and the first as a QR code."""
        host, port = listener.getsockname()[:2]
        here_only = host.startswith("127.")
        addresses = [host] if host != "0.0.0.0" else lan_addresses()  # noqa: S104
        links = [] if here_only else [f"http://{address}:{port}/" for address in addresses]
        self.say("")
        self.say(_("Cheville is running. Keep this window open."))
        self.say(_("    on this computer:       %(link)s") % {"link": f"http://localhost:{port}/"})
        for link in links:
            self.say(_("    on phones and tablets:  %(link)s") % {"link": link})
        if links:
            self.say(welcome.qr_for_terminal(links[0], getattr(sys.stdout, "encoding", None)))
        elif not here_only:
            self.say(_("No network yet: connect to the hall's Wi-Fi, then start again to see the address."))
        for line in [line for second in SECOND_LISTENERS for line in second.terminal_lines(addresses)]:
            self.say(line)
        self.say(_("Ctrl-C ends it. Nothing is lost: start it again and the day goes on."))

    def say(self, text: str) -> None:
        """Print a line at once; a character that the terminal cannot show becomes a question mark."""
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        self.stdout.write(text.encode(encoding, "replace").decode(encoding))
        self.stdout.flush()


def _exit_on_signal(*args: object) -> None:
    """Turn a signal into the exception that ends the server cleanly; later signals are ignored."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    logging.getLogger("waitress").setLevel(logging.ERROR)  # unanswered requests are sent again
    raise SystemExit(0)


def _key_pressed(question: str) -> bool:
    """Return whether a user is at the terminal and pressed Enter."""
    if not sys.stdin.isatty():
        return False
    try:
        input(question)
    except EOFError:
        return False
    return True


def open_socket(host: str, port: int) -> socket.socket:
    """Return a bound socket that a second Cheville cannot share, and that a restart gets back at once."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)  # the former on Windows only
    listener.setsockopt(socket.SOL_SOCKET, exclusive, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


def answer_requests(
    listener: socket.socket, others: Sequence[Listener] = (), ready: Callable[[], None] = lambda: None
) -> None:
    """Serve until a signal comes; `ready` is called once requests are answered."""
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns where it is missing
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # short waits of requests are no problem
    from config.wsgi import application as plain
    from tournaments.laptop.http_server import hall_server, mark_proxied
    from tournaments.laptop.sockets import Sockets

    sys.setswitchinterval(0.001)  # else a thread that reads waits 5 ms for each of those that work
    options: dict[str, Any] = {
        "threads": 8,
        "max_request_body_size": MAX_BODY_SIZE,
        "ident": None,
        "clear_untrusted_proxy_headers": False,  # `mark_proxied` does it, and remembers
    }
    sockets = Sockets()
    application = mark_proxied(plain)
    server = hall_server(application, listener, sockets, **options)
    for other in others:
        other.create_server(application, sockets, server.task_dispatcher, **options)
        other.start()
    ready()
    try:
        server.run()
    finally:
        for other in others:
            other.stop()
        server.close()


def start_worker() -> "LaptopWorker | None":
    """Start the worker inside this process if no Redis is set, with the jobs left by the last run."""
    if settings.REDIS_URL:
        return None
    from tournaments.common import jobs
    from tournaments.laptop.worker import LaptopWorker

    worker = LaptopWorker()
    worker.start()
    jobs.sweep_after_restart()
    return worker
