"""FTP, with TLS or without, by Python's own library."""

import ftplib
import io
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tournaments.delivery.destinations.connections import open_socket
from tournaments.delivery.destinations.storage import (
    MAX_READ_SIZE,
    TIMEOUT,
    Account,
    ConnectionLost,
    TransferError,
    join_path,
)

PORT = 21
DISK_FULL_REPLIES = ("552", "452")


class _PlainFtp(ftplib.FTP):
    """FTP over a socket from `connections.open_socket`."""

    def connect(self, host: str = "", port: int = 0, *_more: Any, **_others: Any) -> str:
        self.host, self.port = host, port or PORT
        self.timeout = TIMEOUT
        self.sock = open_socket(host, self.port)
        self.af = self.sock.family
        self._listen()
        self.welcome = self.getresp()
        return self.welcome

    def _listen(self) -> None:
        """Read answers in any encoding: only their numbers count."""
        assert self.sock is not None
        self.file = self.sock.makefile("r", encoding=self.encoding, errors="replace")


class _TlsFtp(_PlainFtp, ftplib.FTP_TLS):
    """The same with TLS; many servers require the session of the control connection for data as well."""

    def auth(self) -> str:
        answer = super().auth()
        self._listen()
        return answer

    def ntransfercmd(self, cmd: str, rest: int | str | None = None) -> tuple[socket.socket, int | None]:
        # bypass FTP_TLS, which begins a session of its own there
        sock, size = ftplib.FTP.ntransfercmd(self, cmd, rest)  # noqa: S321
        if self._prot_p:  # type: ignore[attr-defined]
            first = self.sock.session if isinstance(self.sock, ssl.SSLSocket) else None
            sock = self.context.wrap_socket(sock, server_hostname=self.host, session=first)
        return sock, size


class Ftp:
    """A `RemoteStorage` on an FTP server."""

    def __init__(self, account: Account, password: str, *, tls: bool) -> None:
        self.base = account.path
        with _wrap_errors(signing_in=True):
            self._ftp: _PlainFtp = (
                _TlsFtp(context=ssl.create_default_context(), encoding="utf-8")
                if tls
                else _PlainFtp(encoding="utf-8")
            )
            try:
                self._ftp.connect(account.host, account.port or PORT)
                self._ftp.login(account.user, password)  # after AUTH TLS where that is spoken
                if isinstance(self._ftp, _TlsFtp):
                    self._ftp.prot_p()
            except BaseException:
                self._ftp.close()
                raise

    def make_folder(self, path: str) -> None:
        # either it exists, or the write into it will report why not
        with _wrap_errors(), suppress(ftplib.error_perm):
            self._ftp.mkd(join_path(self.base, path))

    def write(self, path: str, content: bytes) -> None:
        with _wrap_errors():
            self._ftp.storbinary(f"STOR {join_path(self.base, path)}", io.BytesIO(content))

    def rename(self, path: str, to: str) -> None:
        old, new = join_path(self.base, path), join_path(self.base, to)
        with _wrap_errors():
            try:
                self._ftp.rename(old, new)
            except ftplib.error_perm:  # some servers do not rename to an existing name
                self.delete(to)
                self._ftp.rename(old, new)

    def exists(self, path: str) -> bool:
        with _wrap_errors():
            try:
                self._ftp.voidcmd("TYPE I")
                self._ftp.size(join_path(self.base, path))
            except ftplib.error_perm:
                return False
            return True

    def read(self, path: str) -> bytes | None:
        found = bytearray()
        with _wrap_errors():
            try:
                self._ftp.voidcmd("TYPE I")
                source = self._ftp.transfercmd(f"RETR {join_path(self.base, path)}")
            except ftplib.error_perm:
                return None
            with source:
                while (part := source.recv(8192)) and len(found) < MAX_READ_SIZE:
                    found += part
            with suppress(ftplib.error_temp):  # we hung up, as the file is longer than our limit
                self._ftp.voidresp()
        return bytes(found[:MAX_READ_SIZE])

    def delete(self, path: str) -> None:
        with _wrap_errors():
            try:
                self._ftp.delete(join_path(self.base, path))
            except ftplib.error_perm:
                if self.exists(path):
                    raise

    def folders(self) -> list[str]:
        listed = bytearray()
        with _wrap_errors():
            try:
                command = f"NLST {self.base}" if self.base else "NLST"
                # not by `nlst`, which fails on a name that is not UTF-8
                self._ftp.retrbinary(command, listed.extend)
            except ftplib.error_perm:  # an empty folder, on some servers
                return []
        names = bytes(listed).decode(errors="replace").split("\r\n")
        return [name.rstrip("/").rpartition("/")[2] for name in names if name]

    def close(self) -> None:
        self._ftp.close()


@contextmanager
def _wrap_errors(*, signing_in: bool = False) -> Iterator[None]:
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise TransferError("certificate_refused", error.verify_message) from error
    except (ftplib.error_perm, ftplib.error_proto, ftplib.error_temp) as error:
        message, code, passing = str(error), "destination_not_writable", isinstance(error, ftplib.error_temp)
        if message.startswith(DISK_FULL_REPLIES):
            raise TransferError("destination_full", message) from error
        if passing:
            code = "destination_busy"
        elif signing_in:
            code = "sign_in_refused" if message.startswith("53") else "not_that_protocol"
        raise TransferError(code, message, passing=passing) from error
    except (EOFError, OSError, ftplib.Error) as error:
        raise ConnectionLost(str(error)) from error


opened = Ftp
