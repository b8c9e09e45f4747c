"""The authority of https beside the copies: installed pages go on with the laptop that comes next.

A key that lies on a USB key can be stolen with it. What it is good for is bounded (`certificates.py`): it
vouches for addresses inside a hall, for tablets that trust it, and for nothing on the Internet.
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
BEGINS, ENDS = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"


@dataclass(frozen=True)
class Spare:
    """An authority that lies in a folder for copies, and the SHA-256 of its certificate."""

    path: Path
    fingerprint: str

    @property
    def name(self) -> str:
        """The first of its fingerprint, as its folder is called."""
        return self.fingerprint[:8]


def fingerprint_of(pem: str) -> str:
    """The SHA-256 of the certificate in `pem`; empty where there is none, or no key beside it."""
    begin, end = pem.find(BEGINS), pem.find(ENDS)
    if begin < 0 or end < 0 or "PRIVATE KEY-----" not in pem:
        return ""
    try:
        der = ssl.PEM_cert_to_DER_cert(pem[begin : end + len(ENDS)])
    except ValueError:
        return ""
    return hashlib.sha256(der).hexdigest().upper()


def back_up_authority(copies: Path, own: Folder) -> bool:
    """Put the authority of this laptop beside its copies, where it has one; whether anything was written."""
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
    """Lay the authority of this laptop beside a copy that was written into the folder that was asked for.

    Not into the data folder, where it lies already. A failure is not raised: the copy is written.
    """
    if settings.COPIES_DIR and folder == Path(settings.COPIES_DIR):
        with contextlib.suppress(OSError):
            back_up_authority(folder, certificates.of_this_laptop())


def spares(copies: Path, own: Folder) -> list[Spare]:
    """The authorities of other laptops that lie beside copies, newest first."""
    known = fingerprint_of(_read_text(own.authority))
    paths = sorted(copies.glob(PATTERN), key=lambda path: path.stat().st_mtime, reverse=True)
    found = [Spare(path, fingerprint_of(_read_text(path))) for path in paths]
    return [spare for spare in found if spare.fingerprint not in ("", known)]


def adopt_authority(spare: Spare, own: Folder) -> None:
    """Go on with that authority; what this laptop had is put aside, beside its folder.

    It counts from the next start on, when a certificate for the addresses of this laptop is made.
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
