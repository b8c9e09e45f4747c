"""What a destination can do, whatever speaks with it, and what can go wrong there."""

from collections.abc import Callable
from typing import Protocol

MOST_READ = 200_000  # bytes that are read back of any file
PATIENCE = 20  # seconds for one answer


class Trouble(Exception):
    """Something went wrong: a `code` that `tournaments.sentences` words, and what the other side said.

    `passing`: it may be over when it is tried again; else somebody has to do something first.
    """

    def __init__(self, code: str, why: str = "", *, passing: bool = False) -> None:
        super().__init__(code)
        self.code, self.passing = code, passing
        self.why = " ".join("".join(sign if sign.isprintable() else " " for sign in why).split())[:200]


class Lost(Trouble):
    """The connection is gone; a new one may be had at once."""

    def __init__(self, why: str = "") -> None:
        super().__init__("connection_lost", why, passing=True)


class UnknownKey(Trouble):
    """A server showed a key that nobody has looked at, or another one than before."""

    def __init__(self, code: str, key: str, fingerprint: str) -> None:
        super().__init__(code, fingerprint)
        self.key = key


class Place(Protocol):
    """An open destination. Paths are below its own folder, with slashes; each call raises `Trouble`."""

    def make_folder(self, path: str) -> None:
        """Make a folder whose parent is there; nothing where it exists or cannot be made."""

    def write(self, path: str, content: bytes) -> None:
        """Write a file whose folder is there."""

    def rename(self, path: str, to: str) -> None:
        """Give a file another name in its folder; what has that name gives way."""

    def exists(self, path: str) -> bool:
        """Whether there is a file or a folder of that name."""

    def read(self, path: str) -> bytes | None:
        """What a file holds, `MOST_READ` bytes at most; None where there is none."""

    def delete(self, path: str) -> None:
        """Delete a file; nothing where there is none."""

    def folders(self) -> list[str]:
        """The names of the folders, and perhaps of some files, in the destination's own folder."""

    def close(self) -> None:
        """Hang up, without a word where that fails."""


class Account(Protocol):
    """What has to be known to open a place: `Destination` with its password unsealed."""

    host: str
    port: int | None
    path: str
    user: str
    host_key: str


Opener = Callable[[Account, str], Place]


def below(base: str, path: str) -> str:
    """A path below a folder, which may be empty, relative, or begin with a slash.

    >>> below("/www/", "a/b"), below("", "a"), below("www", ""), below("/", "a")
    ('/www/a/b', 'a', 'www', '/a')
    """
    if not (base and path):
        return base or path
    return f"{base.rstrip('/')}/{path}"
