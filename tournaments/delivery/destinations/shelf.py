"""The ways to a destination, by kind. A new one is a file with an opener, a line here and in the model."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from tournaments.delivery.destinations import sealing
from tournaments.delivery.destinations.place import Opener, Place, Trouble
from tournaments.models import Destination

if TYPE_CHECKING:
    from tournaments.delivery.destinations.cheville import Cheville

KIND = Destination.Kind


class Way(NamedTuple):
    """A module of this room, loaded where it is used; what has to be typed; what may be read on the way."""

    module: str
    over_network: bool = True
    encrypted: bool = True


WAYS: dict[str, Way] = {
    KIND.FOLDER: Way("local", over_network=False),
    KIND.SFTP: Way("sftp"),
    KIND.FTPS: Way("ftp"),
    KIND.FTP: Way("ftp", encrypted=False),
    KIND.WEBDAV: Way("webdav"),
    KIND.WEBDAV_PLAIN: Way("webdav", encrypted=False),
}
DAYS: dict[str, Way] = {
    KIND.CHEVILLE: Way("cheville"),
    KIND.CHEVILLE_PLAIN: Way("cheville", encrypted=False),
}
"""Those that take a whole tournament: they are no `Place`."""


def way_of(destination: Destination) -> Way:
    """The way to a destination of either sort."""
    return (WAYS | DAYS)[destination.kind]


def open_cheville(destination: Destination) -> Cheville:
    """A server that takes whole tournaments. Raises `Trouble` where its key cannot be read."""
    way = DAYS[destination.kind]
    module = import_module(f"tournaments.delivery.destinations.{way.module}")
    server: Cheville = module.opened(destination, sealing.unseal(destination.sealed), tls=way.encrypted)
    return server


def open_place(destination: Destination) -> Place:
    """Sign in at a destination. Raises `Trouble`."""
    way = WAYS[destination.kind]
    opener: Opener = import_module(f"tournaments.delivery.destinations.{way.module}").opened
    password = sealing.unseal(destination.sealed)
    try:
        return opener(destination, password, tls=way.encrypted)
    except Trouble as trouble:
        if password:  # some servers repeat what they were told
            trouble.why = trouble.why.replace(password, "…")
        raise
