"""Make the certificates that are missing: `python -m tournaments.https.certificate_maker FOLDER NAME...`."""

import datetime
import ipaddress
import json
import sys
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tournaments.https.certificates import NAMES, Folder, fingerprint, write
from tournaments.system import data_folder
from tournaments.system.lan import PRIVATE

DAY = datetime.timedelta(days=1)
AUTHORITY_DAYS = 3652
SERVER_DAYS = 397
"""In days. Some systems take no server certificate that is valid for longer."""
BACKDATING = 7 * DAY
"""Certificates are valid from a week ago: clocks of old tablets are behind."""


def main(folder: Folder, names: list[str]) -> None:
    """Make the authority if there is none, then a certificate of the server for these names.

    Exits with a sentence for an authority that is not limited to a hall: a USB key that was found may have
    one, and tablets would believe it about every site.
    """
    folder.path.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    if folder.authority.exists():
        content = folder.authority.read_bytes()
        loaded = serialization.load_pem_private_key(content, password=None)
        assert isinstance(loaded, ec.EllipticCurvePrivateKey)
        key, authority = loaded, x509.load_pem_x509_certificate(content)
        if not _is_limited(authority):
            _ = data_folder.translations().gettext
            sentence = _(
                "The authority in %(folder)s may vouch for sites of the Internet: Cheville makes none like "
                "it. Delete that folder, and the one beside the copies that it came from."
            )
            raise SystemExit(sentence % {"folder": folder.path})
    else:
        key, authority = _make_authority(now)
        write(folder.authority, _pem_key(key) + _pem(authority))
    write(folder.public, authority.public_bytes(serialization.Encoding.DER), mode=0o644)
    own, server = _make_server(key, authority, names, now)
    write(folder.server, _pem_key(own) + _pem(server) + _pem(authority))
    note = {
        "names": names,
        "from": int(server.not_valid_before_utc.timestamp()),
        "until": int(server.not_valid_after_utc.timestamp()),
        "authority": fingerprint(folder),
    }
    write(folder.note, json.dumps(note).encode())


def permitted_names() -> x509.NameConstraints:
    """Return the only addresses and names that an authority vouches for; they have always been these."""
    networks = [x509.IPAddress(network) for network in PRIVATE]
    return x509.NameConstraints([*networks, *(x509.DNSName(below) for below in NAMES)], None)


def _is_limited(authority: x509.Certificate) -> bool:
    """Return whether an authority vouches for what `_make_authority` permits, and for nothing else."""
    try:
        found = authority.extensions.get_extension_for_class(x509.NameConstraints)
    except x509.ExtensionNotFound:
        return False
    return found.critical and found.value == permitted_names()


def _pem_key(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _make_authority(now: datetime.datetime) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    """Make the authority on P-256, which tablets of 2014 know.

    It vouches for servers at private addresses and nothing else.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    known = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    name = _name(f"Cheville {known.digest.hex()[:4].upper()}")  # two laptops in one list of a tablet differ
    certificate = (
        _builder(name, name, key.public_key(), now)
        .not_valid_after(now + AUTHORITY_DAYS * DAY)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs_certificates=True), critical=True)
        .add_extension(permitted_names(), critical=True)
        .add_extension(known, critical=False)
        .sign(key, hashes.SHA256())
    )
    return key, certificate


def _make_server(
    key: ec.EllipticCurvePrivateKey, authority: x509.Certificate, names: list[str], now: datetime.datetime
) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    own = ec.generate_private_key(ec.SECP256R1())
    until = min(now - BACKDATING + SERVER_DAYS * DAY, authority.not_valid_after_utc)
    certificate = (
        _builder(_name("Cheville"), authority.subject, own.public_key(), now)
        .not_valid_after(until)
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(own.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()),
            critical=False,
        )
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return own, certificate


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime.datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BACKDATING)
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


if __name__ == "__main__":
    main(Folder(Path(sys.argv[1])), sys.argv[2:])
