"""The certificates: the names they are valid for, their term, their permissions, and their renewal."""

import json
import os
import ssl
import time
from pathlib import Path

import pytest
from cryptography import x509

from tournaments.https import certificate_maker, certificates
from tournaments.https.certificates import Folder

NAMES = ["127.0.0.1", "192.168.40.7", "localhost", "cheville.local"]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "https")
    certificate_maker.main(made, NAMES)
    return made


def server_certificate(folder: Folder) -> x509.Certificate:
    return x509.load_pem_x509_certificate(folder.server.read_bytes())


def shake_hands(folder: Folder, name: str) -> None:
    """Shake hands between a client that trusts this authority alone and a server with its certificate.

    Raises:
        ssl.SSLCertVerificationError: the client does not believe that the server is `name`.
    """
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.load_verify_locations(cadata=ssl.DER_cert_to_PEM_cert(folder.public.read_bytes()))
    trusted = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    trusted.load_cert_chain(folder.server)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting.wrap_bio(back, there, server_hostname=name)
    host = trusted.wrap_bio(there, back, server_side=True)
    for side in (client, host, client, host):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue


@pytest.mark.machine_clock
@pytest.mark.parametrize("name", NAMES)
def test_client_with_authority_trusts_the_laptop(folder: Folder, name: str):
    shake_hands(folder, name)


@pytest.mark.machine_clock
def test_client_refuses_another_name(folder: Folder):
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        shake_hands(folder, "192.168.40.8")


@pytest.mark.machine_clock
@pytest.mark.parametrize("name", ["198.51.100.7", "www.example.org", "8.8.8.8"])
def test_authority_cannot_sign_for_internet_names(folder: Folder, name: str):
    """A stolen key cannot be used to impersonate sites on the Internet."""
    certificate_maker.main(folder, [name])
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shake_hands(folder, name)


def test_certificate_validity_periods(folder: Folder):
    own = server_certificate(folder)
    assert 390 < (own.not_valid_after_utc - own.not_valid_before_utc).days <= 397
    authority = x509.load_der_x509_certificate(folder.public.read_bytes())
    assert 3650 < (authority.not_valid_after_utc - authority.not_valid_before_utc).days < 3670
    own.verify_directly_issued_by(authority)


@pytest.mark.skipif(os.name == "nt", reason="rights of files are others there")
def test_keys_are_readable_by_their_owner_only(folder: Folder):
    for path in (folder.authority, folder.server):
        assert path.stat().st_mode & 0o777 == 0o600
    folder.authority.chmod(0o644)
    certificates.ensure(folder, NAMES)
    assert folder.authority.stat().st_mode & 0o777 == 0o600
    assert b"PRIVATE" not in folder.public.read_bytes()


def test_valid_certificates_are_not_renewed(folder: Folder):
    before = {path: path.read_bytes() for path in folder.path.iterdir()}
    assert not certificates.ensure(folder, NAMES)
    assert {path: path.read_bytes() for path in folder.path.iterdir()} == before


@pytest.mark.machine_clock
@pytest.mark.parametrize("why", ["moved", "old", "clock", "torn", "gone"])
def test_server_certificate_is_renewed_and_authority_stays(folder: Folder, why: str):
    authority, before = folder.public.read_bytes(), server_certificate(folder).serial_number
    note = json.loads(folder.note.read_text())
    names = [*NAMES, "10.0.0.5"] if why == "moved" else NAMES
    if why == "old":
        folder.note.write_text(json.dumps(note | {"until": time.time() + 29 * certificates.DAY_SECONDS}))
    elif why == "clock":
        folder.note.write_text(json.dumps(note | {"from": time.time() + certificates.DAY_SECONDS}))
    elif why == "torn":
        folder.note.write_text("{")
    elif why == "gone":
        folder.server.unlink()
    assert certificates.ensure(folder, names)
    assert folder.public.read_bytes() == authority
    assert server_certificate(folder).serial_number != before
    shake_hands(folder, names[-1])


def test_unreadable_authority_is_not_overwritten(folder: Folder):
    folder.authority.write_text("not a key")
    folder.note.unlink()
    with pytest.raises(certificates.NoCertificates):
        certificates.ensure(folder, NAMES)
    assert folder.authority.read_text() == "not a key"


def test_certificate_names_only_local_addresses(monkeypatch):
    monkeypatch.setattr(certificates, "lan_addresses", lambda: ["192.168.1.4", "198.51.100.7"])
    monkeypatch.setattr(certificates.socket, "gethostname", lambda: "Portable-de-Réal.example.org")
    assert certificates.certificate_names() == ["127.0.0.1", "192.168.1.4", "localhost", "cheville.local"]
    monkeypatch.setattr(certificates.socket, "gethostname", lambda: "Portable-7.example.org")
    assert certificates.certificate_names()[-1] == "portable-7.local"
