"""https beside http on a laptop: what `serve --https` prepares, and what it says in the terminal."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext as _

from config import ca_backup, certificates
from config.certificates import NoCertificates

if TYPE_CHECKING:
    from config.https import HttpsFront

__all__ = ["NoCertificates", "prepare", "said"]


def prepare(http: socket.socket, listen: Callable[[str], socket.socket]) -> "HttpsFront":
    """Make what certificates are missing and a listener beside that of http; both ports are known then.

    Raises:
        NoCertificates: they could not be made.
    """
    kept = certificates.of_this_laptop()
    _take_over(kept)
    certificates.ensure(kept, certificates.wanted())
    from config.https import HttpsFront, context_for

    try:
        context = context_for(str(kept.server))
    except OSError as error:
        raise NoCertificates(str(error)) from error

    def renew() -> bool:
        made = certificates.ensure(kept, certificates.wanted())
        if made:
            context.load_cert_chain(str(kept.server))
        return made

    host, port = http.getsockname()[:2]
    listener = listen(host)
    settings.LAN_PORTS = {"http": port, "https": listener.getsockname()[1]}
    return HttpsFront(listener, context, renew)


def _take_over(own: certificates.Folder) -> None:
    """A laptop without an authority of its own goes on with the newest one beside the copies."""
    if settings.COPIES_DIR and not own.authority.exists():
        for found in ca_backup.spares(Path(settings.COPIES_DIR), own)[:1]:
            try:
                ca_backup.take(found, own)
            except OSError as error:
                raise NoCertificates(str(error)) from error


def said(addresses: list[str]) -> list[str]:
    """What the terminal says of https: the addresses, the page that explains, the fingerprint to compare."""
    if not settings.LAN_PORTS:
        return []
    http, https = settings.LAN_PORTS["http"], settings.LAN_PORTS["https"]
    own = [address for address in addresses if certificates.vouched_for(address)]
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
        % {"code": certificates.fingerprint(certificates.of_this_laptop())},
    ]
