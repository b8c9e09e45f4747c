"""Start one server of each kind for a run, when the first test needs it; each test has its own folder."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.delivery.destinations.servers import (
    PASSWORD,
    USER,
    BadWire,
    SftpServer,
    certificate,
    ftp_server,
    webdav_server,
)


@pytest.fixture(scope="session")
def top(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("hosts")


@pytest.fixture(scope="session")
def pem(tmp_path_factory) -> Path:
    return certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="session")
def sftp(top: Path) -> SftpServer:
    return SftpServer(top)


@pytest.fixture(scope="session")
def ports(top: Path, pem: Path) -> Iterator[Callable[[str], int]]:
    """Yield a function that returns the port of the server of a kind."""
    with ExitStack() as running:
        known: dict[str, int] = {}

        def begun(kind: str) -> int:
            if kind == "ftp":
                return running.enter_context(ftp_server(top))
            if kind == "ftps":
                return running.enter_context(ftp_server(top, pem))
            if kind == "webdav_plain":
                return running.enter_context(webdav_server(top))
            wire = BadWire(running.enter_context(webdav_server(top, "https")), tls=pem)
            running.callback(wire.close)
            return wire.port

        def port(kind: str) -> int:
            if kind not in known:
                known[kind] = begun(kind)
            return known[kind]

        yield port


@pytest.fixture
def set_up(request, top: Path, pem: Path, ports, monkeypatch) -> Callable[..., object]:
    """Return a maker of unsaved destinations in an empty folder of their server: `set_up("ftp")`."""
    from tournaments.delivery.destinations import encryption
    from tournaments.models import Destination

    monkeypatch.setenv("SSL_CERT_FILE", str(pem))

    def destination(kind: str, **fields: object) -> Destination:
        if kind == "folder":
            folder = request.getfixturevalue("tmp_path") / "key"
            folder.mkdir()
            return Destination(kind=kind, name=kind, path=str(folder))
        name = f"{kind}-{len(list(top.iterdir()))}"
        (top / name).mkdir()
        if kind == "sftp":
            server = request.getfixturevalue("sftp")
            known = server.key.export_public_key("openssh").decode()
            fields = {"port": server.port, "host_key": known} | fields
        else:
            fields = {"port": ports(kind)} | fields
        given = {"kind": kind, "name": kind, "host": "127.0.0.1", "path": name, "user": USER}
        return Destination(**(given | {"sealed": encryption.seal(PASSWORD)} | fields))

    return destination
