"""A folder of this computer, or a USB key."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tournaments.delivery.destinations.storage import MAX_READ_SIZE, Account, TransferError
from tournaments.system import disk


class Local:
    """A `RemoteStorage` in an existing folder, never created: a removed USB key's mount point stays empty."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self._written: set[Path] = set()

    def make_folder(self, path: str) -> None:
        with _wrap_errors(self.top):
            (self.top / path).mkdir(exist_ok=True)

    def write(self, path: str, content: bytes) -> None:
        with _wrap_errors(self.top):
            (self.top / path).write_bytes(content)

    def rename(self, path: str, to: str) -> None:
        with _wrap_errors(self.top):
            self._written.add((self.top / path).replace(self.top / to))

    def exists(self, path: str) -> bool:
        return os.path.exists(self.top / path)

    def read(self, path: str) -> bytes | None:
        try:
            with (self.top / path).open("rb") as file:
                return file.read(MAX_READ_SIZE)
        except OSError:
            return None

    def delete(self, path: str) -> None:
        with _wrap_errors(self.top):
            (self.top / path).unlink(missing_ok=True)
        self._written.discard(self.top / path)

    def folders(self) -> list[str]:
        with _wrap_errors(self.top):
            return sorted(path.name for path in self.top.iterdir() if path.is_dir())

    def close(self) -> None:
        """Flush the written files to disk, as USB keys are pulled out. Windows flushes those by itself.

        Raises `TransferError` where the disk does not take them, or is gone: they have not arrived.
        """
        if os.name != "posix":
            return
        for path in self._written:
            with _wrap_errors(self.top):
                descriptor = os.open(path, os.O_RDONLY)
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)


@contextmanager
def _wrap_errors(top: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if disk.fault(error, top) == disk.FULL:
            raise TransferError("destination_full", str(top)) from error
        if error.errno in (errno.ENOENT, errno.EIO, errno.ENODEV) or not os.path.isdir(top):
            raise TransferError("folder_gone", str(top), passing=True) from error
        raise TransferError("destination_not_writable", error.strerror or str(error)) from error


def opened(account: Account, password: str, *, tls: bool) -> Local:
    """Open the folder of an account. Raises `TransferError` where it is not there."""
    top = Path(account.path)
    if not os.path.isdir(top):  # `Path.is_dir` raises an error for a disk that was pulled out while mounted
        raise TransferError("folder_gone", account.path, passing=True)
    return Local(top)
