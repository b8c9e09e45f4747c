"""SFTP by asyncssh, on an event loop in a thread of its own.

A server is trusted only by its host key, which a user has accepted once. No key, agent or configuration of
the account that runs Cheville is used.
"""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

import asyncssh

from tournaments.delivery.destinations.connections import open_socket
from tournaments.delivery.destinations.storage import (
    MAX_READ_SIZE,
    TIMEOUT,
    Account,
    ConnectionLost,
    TransferError,
    UnknownKey,
    join_path,
)

PORT = 22
T = TypeVar("T")


class _Client(asyncssh.SSHClient):
    """A client that remembers the key that was shown where it is not the known one."""

    shown: asyncssh.SSHKey | None = None

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        self.shown = key
        return False


class Sftp:
    """A `RemoteStorage` on an SFTP server, which is always encrypted."""

    def __init__(self, account: Account, password: str, *, tls: bool = True) -> None:
        """Sign in. Raises `TransferError`; `UnknownKey` before any password is sent."""
        self.base = account.path
        self._loop = asyncio.new_event_loop()
        # A loop of its own: one may be running in the calling thread, where another cannot run.
        self._thread = threading.Thread(target=self._loop.run_forever, name="sftp", daemon=True)
        self._thread.start()
        self._client = _Client()
        try:
            self._connection, self._sftp = self._wait(self._connect(account, password))
        except BaseException:
            self._end_loop()
            raise

    async def _connect(
        self, account: Account, password: str
    ) -> tuple[asyncssh.SSHClientConnection, asyncssh.SFTPClient]:
        sock = open_socket(account.host, account.port or PORT)
        sock.setblocking(False)
        known = [asyncssh.import_public_key(account.host_key)] if account.host_key else []
        try:
            connection = await asyncssh.connect(
                sock=sock,
                config=None,
                client_factory=lambda: self._client,
                known_hosts=(known, [], []),
                username=account.user,
                password=password,
                client_keys=None,
                agent_path=None,
                x509_trusted_certs=None,
                login_timeout=TIMEOUT,
                keepalive_interval=TIMEOUT,
            )
        except asyncssh.HostKeyNotVerifiable as error:
            shown = self._client.shown
            if shown is None:
                raise ConnectionLost(str(error)) from error
            code = "host_key_changed" if known else "host_key_new"
            written = shown.export_public_key("openssh").decode().strip()
            raise UnknownKey(code, written, shown.get_fingerprint()) from error
        except asyncssh.PermissionDenied as error:
            raise TransferError("sign_in_refused") from error
        except (asyncssh.ProtocolError, asyncssh.KeyExchangeFailed) as error:
            raise TransferError("not_that_protocol", str(error)) from error
        return connection, await connection.start_sftp_client()

    def _wait(self, doing: Coroutine[Any, Any, T]) -> T:
        """Return the result of a coroutine, within the time limit."""

        async def patiently() -> T:
            return await asyncio.wait_for(doing, 2 * TIMEOUT)

        try:
            return asyncio.run_coroutine_threadsafe(patiently(), self._loop).result()
        except asyncssh.SFTPError as error:
            raise _transfer_error(error) from error
        except (asyncssh.Error, OSError, TimeoutError) as error:
            raise ConnectionLost(str(error)) from error

    def make_folder(self, path: str) -> None:
        try:
            self._wait(self._sftp.mkdir(join_path(self.base, path)))
        except ConnectionLost:
            raise
        except TransferError:  # either it exists, or the write into it will report why not
            pass

    def write(self, path: str, content: bytes) -> None:
        async def written() -> None:
            async with self._sftp.open(join_path(self.base, path), "wb") as file:
                await file.write(content)

        self._wait(written())

    def rename(self, path: str, to: str) -> None:
        old, new = join_path(self.base, path), join_path(self.base, to)
        try:
            self._wait(self._sftp.posix_rename(old, new))
        except ConnectionLost:
            raise
        except TransferError:  # a server without that extension does not rename to an existing name
            self.delete(to)
            self._wait(self._sftp.rename(old, new))

    def exists(self, path: str) -> bool:
        return self._wait(self._sftp.exists(join_path(self.base, path)))

    def read(self, path: str) -> bytes | None:
        async def content() -> bytes:
            async with self._sftp.open(join_path(self.base, path), "rb") as file:
                found = await file.read(MAX_READ_SIZE)
                assert isinstance(found, bytes)
                return found

        return self._wait(content()) if self.exists(path) else None

    def delete(self, path: str) -> None:
        if self.exists(path):
            self._wait(self._sftp.remove(join_path(self.base, path)))

    def folders(self) -> list[str]:
        # asked in bytes: a name that is not UTF-8 would be an error of the server
        names = self._wait(self._sftp.listdir((self.base or ".").encode()))
        return [name.decode(errors="replace") for name in names]

    def close(self) -> None:
        async def closed() -> None:
            self._connection.abort()
            await self._connection.wait_closed()

        try:
            self._wait(closed())
        except TransferError:
            pass
        finally:
            self._end_loop()

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def _transfer_error(error: asyncssh.SFTPError) -> TransferError:
    if isinstance(error, asyncssh.SFTPConnectionLost | asyncssh.SFTPNoConnection):
        return ConnectionLost(error.reason)
    if isinstance(error, asyncssh.SFTPNoSpaceOnFilesystem | asyncssh.SFTPQuotaExceeded):
        return TransferError("destination_full", error.reason)
    return TransferError("destination_not_writable", error.reason)


opened = Sftp
