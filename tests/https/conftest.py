"""The program with https beside http, and a browser that trusts its authority."""

import base64
import hashlib
import ssl
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import BrowserContext, BrowserType

from tests.processes import Process, first_started, served

HTTPS_OPTIONS = ("--host", "127.0.0.1", "--port", "0", "--https", "--https-port", "0")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return the folder of the program's certificates."""
    return tmp_path / "data" / "https"


@pytest.fixture
def serve_https(serve: Callable[..., Process]) -> Callable[..., Process]:
    """Return a starter of the real server with https: `cheville.https` is its address there."""

    def begin(*options: str, **environment: str) -> Process:
        cheville = serve(*(options or HTTPS_OPTIONS), **environment)
        cheville.https = cheville.wait_for(r"https://127\.0\.0\.1:\d+").group()  # type: ignore[attr-defined]
        return cheville

    return begin


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Process]:
    """Yield the real server with https for all tests of a file that leave it as they found it."""
    cheville = served(
        first_started(tmp_path_factory.mktemp("shared") / "data", empty_database), *HTTPS_OPTIONS
    )
    cheville.https = cheville.wait_for(r"https://127\.0\.0\.1:\d+").group()  # type: ignore[attr-defined]
    with urllib.request.urlopen(f"{cheville.url}/https/cheville.crt", timeout=20) as sent:
        cheville.authority = sent.read()  # type: ignore[attr-defined]
    yield cheville
    cheville.kill()


@pytest.fixture
def trusting_shared(shared: Process) -> Callable[[], ssl.SSLContext]:
    """Return a maker of TLS contexts that trust only the authority of `shared`."""
    authority = ssl.DER_cert_to_PEM_cert(shared.authority)  # type: ignore[attr-defined]

    def make() -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(cadata=authority)
        return context

    return make


@pytest.fixture
def trusting(kept: Path) -> Callable[[], ssl.SSLContext]:
    """Return a maker of TLS contexts that trust only the authority."""

    def make() -> ssl.SSLContext:
        authority = ssl.DER_cert_to_PEM_cert((kept / "cheville.crt").read_bytes())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(cadata=authority)
        return context

    return make


@pytest.fixture
def app(
    kept: Path, browser_type: BrowserType, browser_type_launch_args: dict, tmp_path: Path
) -> Iterator[Callable[..., BrowserContext]]:
    """Yield a starter of browsers that trust the authority, by the key of its certificate."""
    opened: list[BrowserContext] = []

    def begin(certificate: bytes = b"", **options: Any) -> BrowserContext:
        authority = x509.load_der_x509_certificate(certificate or (kept / "cheville.crt").read_bytes())
        key = authority.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        pin = base64.b64encode(hashlib.sha256(key).digest()).decode()
        arguments = [*browser_type_launch_args["args"], f"--ignore-certificate-errors-spki-list={pin}"]
        launch = {**browser_type_launch_args, "args": arguments}
        context = browser_type.launch_persistent_context(
            tmp_path / "browser",
            **launch,
            viewport={"width": 1024, "height": 768},
            has_touch=True,
            locale="en-CA",
            **options,
        )
        context.clock.install()  # a steady tablet lets its time pass
        opened.append(context)
        return context

    yield begin
    for context in opened:
        context.close()
