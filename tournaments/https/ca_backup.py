"""Keep the authority of https beside the copies, so that installed pages work with the next laptop as well.

A key that is stored on a USB key can be stolen with it. Its use is bounded (`certificates.py`): it vouches
for addresses inside a hall, for tablets that trust it, and for nothing on the Internet.
"""

import contextlib
import hashlib
import ssl
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tournaments.https import certificates
from tournaments.https.certificates import Folder

PATTERN = "https-*/authority.pem"
PEM_START, PEM_END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"


@dataclass(frozen=True)
class SpareAuthority:
    """An authority in a folder for copies, and the SHA-256 of its certificate."""

    path: Path
    fingerprint: str

    @property
    def name(self) -> str:
        """Return the start of its fingerprint, which names its folder."""
        return self.fingerprint[:8]


def fingerprint_of(pem: str) -> str:
    """Return the SHA-256 of the certificate in `pem`; empty where there is none, or no key beside it."""
    begin, end = pem.find(PEM_START), pem.find(PEM_END)
    if begin < 0 or end < 0 or "PRIVATE KEY-----" not in pem:
        return ""
    try:
        der = ssl.PEM_cert_to_DER_cert(pem[begin : end + len(PEM_END)])
    except ValueError:
        return ""
    return hashlib.sha256(der).hexdigest().upper()


def back_up_authority(copies: Path, own: Folder) -> bool:
    """Write the authority of this laptop, if it has one, beside its copies. Return whether it was written."""
    pem = _read_text(own.authority)
    found = fingerprint_of(pem)
    if not found:
        return False
    place = copies / f"https-{found[:8]}"
    if _read_text(place / "authority.pem") == pem:
        return False
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    certificates.write(place / "authority.pem", pem.encode("ascii"))
    return True


def back_up_with_copy(folder: Path, **_signal: object) -> None:
    """Write the authority of this laptop beside a copy that went to the folder of `COPIES_DIR`.

    Not into the data folder, where it is already. A failure is not raised: the copy is written.
    """
    if settings.COPIES_DIR and folder == Path(settings.COPIES_DIR):
        with contextlib.suppress(OSError):
            back_up_authority(folder, certificates.certificate_folder())


def spares(copies: Path, own: Folder) -> list[SpareAuthority]:
    """Return the authorities of other laptops that are beside copies, newest first."""
    known, paths = fingerprint_of(_read_text(own.authority)), list[Path]()
    with contextlib.suppress(OSError):  # a key that was pulled out
        paths = sorted(copies.glob(PATTERN), key=lambda path: path.stat().st_mtime, reverse=True)
    found = [SpareAuthority(path, fingerprint_of(_read_text(path))) for path in paths]
    return [spare for spare in found if spare.fingerprint not in ("", known)]


def adopt_authority(spare: SpareAuthority, own: Folder) -> None:
    """Use that authority from now on; the own one is put aside, beside its folder.

    It takes effect at the next start, when a certificate for the addresses of this laptop is made.
    """
    pem = _read_text(spare.path)
    if own.path.exists():
        turn = 1
        while (aside := own.path.with_name(f"{own.path.name}-aside-{turn}")).exists():
            turn += 1
        own.path.rename(aside)
    own.path.mkdir(mode=0o700, parents=True)
    certificates.write(own.authority, pem.encode("ascii"))


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, ValueError):
        return ""
