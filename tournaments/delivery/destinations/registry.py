"""Protocols of destinations, by kind. A new one is a file with an opener, a line here and in the model."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from tournaments.delivery.destinations import encryption
from tournaments.delivery.destinations.storage import Opener, RemoteStorage, TransferError
from tournaments.models import Destination

if TYPE_CHECKING:
    from tournaments.delivery.destinations.cheville import Cheville

KIND = Destination.Kind


class Protocol(NamedTuple):
    """A protocol: its module, loaded where it is used, and whether it is remote and encrypted."""

    module: str
    over_network: bool = True
    encrypted: bool = True


PROTOCOLS: dict[str, Protocol] = {
    KIND.FOLDER: Protocol("local", over_network=False),
    KIND.SFTP: Protocol("sftp"),
    KIND.FTPS: Protocol("ftp"),
    KIND.FTP: Protocol("ftp", encrypted=False),
    KIND.WEBDAV: Protocol("webdav"),
    KIND.WEBDAV_PLAIN: Protocol("webdav", encrypted=False),
}
SERVER_PROTOCOLS: dict[str, Protocol] = {
    KIND.CHEVILLE: Protocol("cheville"),
    KIND.CHEVILLE_PLAIN: Protocol("cheville", encrypted=False),
}
"""The protocols that send a whole tournament: they are no `RemoteStorage`."""


def protocol_of(destination: Destination) -> Protocol:
    """Return the protocol of a destination of either sort."""
    return (PROTOCOLS | SERVER_PROTOCOLS)[destination.kind]


def open_cheville(destination: Destination) -> Cheville:
    """Return a client of a server that imports tournaments. Raises `TransferError` for an unreadable key."""
    way = SERVER_PROTOCOLS[destination.kind]
    module = import_module(f"tournaments.delivery.destinations.{way.module}")
    server: Cheville = module.opened(destination, encryption.unseal(destination.sealed), tls=way.encrypted)
    return server


def open_storage(destination: Destination) -> RemoteStorage:
    """Sign in at a destination. Raises `TransferError`."""
    way = PROTOCOLS[destination.kind]
    opener: Opener = import_module(f"tournaments.delivery.destinations.{way.module}").opened
    password = encryption.unseal(destination.sealed)
    try:
        return opener(destination, password, tls=way.encrypted)
    except TransferError as trouble:
        if password:  # some servers repeat what they were sent
            trouble.why = trouble.why.replace(password, "…")
        raise
