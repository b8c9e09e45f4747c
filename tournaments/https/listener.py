"""Add https to `manage.py serve`: its options, its listener, and its lines in the terminal."""

import socket
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.https import ca_backup, certificates
from tournaments.https.certificates import NoCertificates
from tournaments.system.lan import is_private

if TYPE_CHECKING:
    from tournaments.https.tls import HttpsListener

PORT = 8443


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options for serving https as well, and for its port."""
    parser.add_argument("--https", action="store_true", help=_("Serve https too, with its own certificates."))
    parser.add_argument("--https-port", type=int, default=PORT, help=_("First port to try for https."))


def prepare(
    http: socket.socket, options: dict[str, Any], listen: Callable[[str, int], socket.socket]
) -> "HttpsListener | None":
    """Return the listener beside that of http if `--https` was given; missing certificates are made.

    Raises:
        CommandError: they could not be made, or no port is free.
    """
    if not options["https"]:
        return None
    try:
        return _make_listener(http, lambda host: listen(host, options["https_port"]))
    except (NoCertificates, CommandError) as fault:
        sentence = _("There is no https today; http works as always: %(fault)s")
        raise CommandError(sentence % {"fault": fault}) from fault


def _make_listener(http: socket.socket, listen: Callable[[str], socket.socket]) -> "HttpsListener":
    """Make missing certificates and the listener, and store both ports in the settings."""
    kept = certificates.certificate_folder()
    adopt_newest_authority(kept)
    certificates.ensure(kept, certificates.certificate_names())
    from tournaments.https.tls import HttpsListener, context_for

    try:
        context = context_for(str(kept.server))
    except OSError as error:
        raise NoCertificates(str(error)) from error

    def renew() -> bool:
        made = certificates.ensure(kept, certificates.certificate_names())
        if made:
            context.load_cert_chain(str(kept.server))
        return made

    host, port = http.getsockname()[:2]
    listener = listen(host)
    settings.LAN_PORTS = {"http": port, "https": listener.getsockname()[1]}
    return HttpsListener(listener, context, renew)


def adopt_newest_authority(own: certificates.Folder) -> None:
    """Adopt the newest authority beside the copies if this laptop has none of its own."""
    if settings.COPIES_DIR and not own.authority.exists():
        for found in ca_backup.spares(Path(settings.COPIES_DIR), own)[:1]:
            try:
                ca_backup.adopt_authority(found, own)
            except OSError as error:
                raise NoCertificates(str(error)) from error


def terminal_lines(addresses: list[str]) -> list[str]:
    """Return the lines for the terminal: addresses, the page that explains, the fingerprint to compare."""
    if not settings.LAN_PORTS:
        return []
    http, https = settings.LAN_PORTS["http"], settings.LAN_PORTS["https"]
    own = [address for address in addresses if is_private(address)]
    page = f"http://{(own or ['localhost'])[0]}:{http}/https/"
    lines = [
        _("    with https:             %(link)s") % {"link": f"https://{host}:{https}/"}
        for host in own or ["localhost"]
    ]
    if addresses and not own:
        lines.append(_("    on this computer alone: the network of this hall has public addresses."))
    return [
        *lines,
        _("    its certificate:        %(link)s") % {"link": page},
        _("    its fingerprint:        %(code)s")
        % {"code": certificates.fingerprint(certificates.certificate_folder())},
    ]
