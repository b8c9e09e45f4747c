"""The ways to a destination, by kind. A new one is a file with an opener, a line here and in the model."""

from importlib import import_module
from typing import NamedTuple

from tournaments.destinations import sealing
from tournaments.destinations.place import Opener, Place, Trouble
from tournaments.models import Destination

KIND = Destination.Kind


class Way(NamedTuple):
    """A module of this room and its opener, loaded where it is used; what has to be typed; what may be read
    on the way.
    """

    module: str
    opener: str = "opened"
    over_network: bool = True
    encrypted: bool = True


WAYS: dict[str, Way] = {
    KIND.FOLDER: Way("local", over_network=False),
    KIND.SFTP: Way("sftp"),
    KIND.FTPS: Way("ftp"),
    KIND.FTP: Way("ftp", "opened_plain", encrypted=False),
    KIND.WEBDAV: Way("webdav"),
    KIND.WEBDAV_PLAIN: Way("webdav", "opened_plain", encrypted=False),
}


def open_place(destination: Destination) -> Place:
    """Sign in at a destination. Raises `Trouble`."""
    way = WAYS[destination.kind]
    opener: Opener = getattr(import_module(f"tournaments.destinations.{way.module}"), way.opener)
    password = sealing.unseal(destination.sealed)
    try:
        return opener(destination, password)
    except Trouble as trouble:
        if password:  # some servers repeat what they were told
            trouble.why = trouble.why.replace(password, "…")
        raise
