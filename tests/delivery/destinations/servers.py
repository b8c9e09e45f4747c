"""Run real servers of SFTP, FTP and WebDAV on threads, and a bad connection in front of one of them."""

import asyncio
import ipaddress
import logging
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import asyncssh

USER, PASSWORD = "lise", "L'Écuyer 77"
logging.getLogger("asyncssh").setLevel(logging.CRITICAL)


class _SshServer(asyncssh.SSHServer):
    def begin_auth(self, username: str) -> bool:
        return True

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        return (username, password) == (USER, PASSWORD)


class SftpServer:
    """An SFTP server; `renamed` counts files by their final name, `key` can be changed."""

    def __init__(self, top: Path) -> None:
        self.top, self.renamed = top, Counter[str]()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.begin(0)

    def begin(self, port: int) -> None:
        """Listen with the present key."""
        counted, top = self.renamed, str(self.top).encode()

        class Folder(asyncssh.SFTPServer):
            def __init__(self, chan: asyncssh.SSHServerChannel) -> None:
                super().__init__(chan, chroot=top)

            def posix_rename(self, oldpath: bytes, newpath: bytes) -> object:
                done = super().posix_rename(oldpath, newpath)
                counted[newpath.decode()] += 1
                return done

        async def listen() -> asyncssh.SSHAcceptor:
            return await asyncssh.listen(
                "127.0.0.1",
                port,
                server_factory=_SshServer,
                server_host_keys=[self.key],
                kex_algs=["curve25519-sha256"],  # the other algorithms are slow
                sftp_factory=Folder,
            )

        self.acceptor = asyncio.run_coroutine_threadsafe(listen(), self.loop).result(20)
        self.port = self.acceptor.get_port()

    def with_another_key(self) -> None:
        """Start again at the same port with another key, as an impostor would."""
        self.loop.call_soon_threadsafe(self.acceptor.close)
        asyncio.run_coroutine_threadsafe(self.acceptor.wait_closed(), self.loop).result(20)
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.begin(self.port)


@contextmanager
def ftp_server(top: Path, certificate: Path | None = None) -> Iterator[int]:
    """Yield the port of an FTP server, which requires TLS where it has a certificate."""
    from pyftpdlib.authorizers import DummyAuthorizer
    from pyftpdlib.handlers import FTPHandler, TLS_FTPHandler
    from pyftpdlib.ioloop import IOLoop
    from pyftpdlib.servers import FTPServer

    logging.getLogger("pyftpdlib").setLevel(logging.CRITICAL)
    authorizer = DummyAuthorizer()
    authorizer.add_user(USER, PASSWORD, str(top), perm="elradfmw")
    options = {"authorizer": authorizer, "auth_failed_timeout": 0}
    if certificate:
        options |= {"certfile": str(certificate), "tls_control_required": True, "tls_data_required": True}
    handler = type("Handler", (TLS_FTPHandler if certificate else FTPHandler,), options)
    server = FTPServer(("127.0.0.1", 0), handler, ioloop=IOLoop())  # by default all servers share one
    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            server.serve_forever(timeout=0.02, blocking=False)
        server.close_all()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield server.address[1]
    ended.set()
    thread.join()


@contextmanager
def webdav_server(top: Path, scheme: str = "http") -> Iterator[int]:
    """Yield the port of a WebDAV server; with `https` it is behind a proxy that ends TLS."""
    from waitress.server import create_server
    from wsgidav.wsgidav_app import WsgiDAVApp

    people = {USER: {"password": PASSWORD}}
    app = WsgiDAVApp(
        {
            "provider_mapping": {"/": str(top)},
            "simple_dc": {"user_mapping": {"*": people}},
            "http_authenticator": {"accept_basic": True, "accept_digest": False, "default_to_digest": False},
            "verbose": 0,
            "logging": {"enable": False},
        }
    )
    server = create_server(app, host="127.0.0.1", port=0, threads=2, url_scheme=scheme)
    threading.Thread(target=server.run, daemon=True).start()
    yield server.effective_port
    server.close()


class BadWire:
    """A connection that can fail on purpose.

    It can be `dead`, end after so many more pieces that go to the server (`pieces`), or with the first piece
    that comes back (`mute`).
    """

    def __init__(self, target: int, *, tls: Path | None = None) -> None:
        self.target, self.dead, self.dropped = target, False, 0
        self.mute = False
        self.pieces: int | None = None
        self._context = None
        if tls:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(tls)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                near, _address = self._listening.accept()
            except OSError:
                return
            if self.dead:
                near.close()
                continue
            threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        try:
            if self._context:
                near = self._context.wrap_socket(near, server_side=True)
            far = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            near.close()
            return
        for one in (near, far):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=self._pass_on, args=(far, near), daemon=True).start()
        self._pass_on(near, far, counts=True)

    def _pass_on(self, source: socket.socket, to: socket.socket, *, counts: bool = False) -> None:
        try:
            while piece := source.recv(65536):
                if self.dead or (counts and self._is_over()) or (self.mute and not counts):
                    break
                to.sendall(piece)
        except OSError:
            pass
        for one in (source, to):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _is_over(self) -> bool:
        if self.pieces is None:
            return False
        self.pieces -= 1
        if self.pieces > 0:
            return False
        self.pieces, self.dropped = None, self.dropped + 1
        return True

    def close(self) -> None:
        self._listening.close()


def certificate(folder: Path) -> Path:
    """Make a self-signed certificate for this computer with its key, in one file."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2000, 1, 1, tzinfo=UTC))  # valid for any clock of OpenSSL and the test
        .not_valid_after(datetime(2100, 1, 1, tzinfo=UTC))
        .add_extension(here, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "here.pem"
    written = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(written + made.public_bytes(serialization.Encoding.PEM))
    return path
