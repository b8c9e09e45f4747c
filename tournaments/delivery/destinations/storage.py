"""The interface of destinations, whatever their protocol, and their errors."""

from typing import Protocol

MAX_READ_SIZE = 200_000  # bytes that are read back of any file
TIMEOUT = 20  # seconds for one answer


class TransferError(Exception):
    """An error: a `code` that `tournaments.common.messages.sentences` words, and the other side's message.

    `passing`: it may be over at the next try; otherwise a user must act first.
    """

    def __init__(self, code: str, why: str = "", *, passing: bool = False) -> None:
        super().__init__(code)
        self.code, self.passing = code, passing
        self.why = " ".join("".join(sign if sign.isprintable() else " " for sign in why).split())[:200]


class ConnectionLost(TransferError):
    """The connection was lost; reconnecting at once may work."""

    def __init__(self, why: str = "") -> None:
        super().__init__("connection_lost", why, passing=True)


class UnknownKey(TransferError):
    """A server showed a host key that was not accepted, or another one than before."""

    def __init__(self, code: str, key: str, fingerprint: str) -> None:
        super().__init__(code, fingerprint)
        self.key = key


class RemoteStorage(Protocol):
    """An open destination. Paths are below its own folder, with slashes; each call raises `TransferError`."""

    def make_folder(self, path: str) -> None:
        """Make a folder whose parent is there; nothing where it exists or cannot be made."""

    def write(self, path: str, content: bytes) -> None:
        """Write a file whose folder is there."""

    def rename(self, path: str, to: str) -> None:
        """Rename a file within its folder, replacing any file of that name."""

    def exists(self, path: str) -> bool:
        """Return whether there is a file or a folder of that name."""

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, at most `MAX_READ_SIZE` bytes; None where there is none."""

    def delete(self, path: str) -> None:
        """Delete a file; nothing where there is none."""

    def folders(self) -> list[str]:
        """Return the names of the folders, and perhaps of some files, in the destination's own folder."""

    def close(self) -> None:
        """Close the connection; errors are ignored, unless files that were written have not arrived."""


class Account(Protocol):
    """The data needed to open a storage: a `Destination` with its password decrypted."""

    host: str
    port: int | None
    path: str
    user: str
    host_key: str


class Opener(Protocol):
    """The function `opened` of a protocol's module: it signs in with a password. Raises `TransferError`.

    Without `tls`, password and files can be read on the network, if there is one.
    """

    def __call__(self, account: Account, password: str, *, tls: bool) -> RemoteStorage: ...


def join_path(base: str, path: str) -> str:
    """Join a path to a folder, which may be empty, relative, or begin with a slash.

    >>> join_path("/www/", "a/b"), join_path("", "a"), join_path("www", ""), join_path("/", "a")
    ('/www/a/b', 'a', 'www', '/a')
    """
    if not (base and path):
        return base or path
    return f"{base.rstrip('/')}/{path}"
