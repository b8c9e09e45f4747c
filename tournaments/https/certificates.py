"""The certificates of https in a hall: an authority of this laptop's own, and the server's certificate.

The authority is made once, kept in the data folder, and installed on tablets by hand; the server's
certificate is made anew when the addresses have changed or it is about to expire. `certificate_maker.py`
makes them, in a process of its own: its library takes 20 MB that the server would keep.
"""

import contextlib
import hashlib
import json
import re
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tournaments.system import disk
from tournaments.system.lan import is_private, lan_addresses

PROJECT_FOLDER = Path(__file__).resolve().parents[2]
DAY_SECONDS = 24 * 60 * 60
# So that a certificate that is valid in the morning is valid in the evening.
RENEWED_BEFORE = 30 * DAY_SECONDS
TIMEOUT = 120
MAKER_MODULE = "tournaments.https.certificate_maker"

NAMES = ("localhost", "local")
"""The only names that the authority may vouch for, with those below them."""


class NoCertificates(Exception):
    """The certificates could not be made; the message says why."""


@dataclass(frozen=True)
class Folder:
    """The folder of the certificates, in the data folder."""

    path: Path

    @property
    def authority(self) -> Path:
        """Return the path of key and certificate of the authority; only the owner may read it."""
        return self.path / "authority.pem"

    @property
    def public(self) -> Path:
        """Return the path of the authority's certificate as tablets install it (DER)."""
        return self.path / "cheville.crt"

    @property
    def server(self) -> Path:
        """Return the path of key and chain of the server; only the owner may read it."""
        return self.path / "server.pem"

    @property
    def note(self) -> Path:
        """Return the path of what the server's certificate contains, readable without a library."""
        return self.path / "server.json"


def certificate_folder() -> Folder:
    """Return the folder where the certificates of this laptop are kept."""
    return Folder(Path(settings.DATA_DIR) / "https")


def certificate_names() -> list[str]:
    """Return the addresses and names of this laptop, as far as the authority may vouch for them."""
    own = socket.gethostname().split(".")[0].lower()
    names = ["localhost", "cheville.local"]
    if re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", own) and own != "localhost":
        names.append(f"{own}.local")
    addresses = ["127.0.0.1", *(address for address in lan_addresses() if is_private(address))]
    return [*dict.fromkeys(addresses), *dict.fromkeys(names)]


def fingerprint(folder: Folder) -> str:
    """Return the SHA-256 of the authority's certificate, as tablets show it."""
    digest = hashlib.sha256(folder.public.read_bytes()).hexdigest().upper()
    return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))


def is_current(folder: Folder, names: list[str]) -> bool:
    """Return whether the server's certificate has these names, this authority, and enough time left."""
    try:
        note = json.loads(folder.note.read_text(encoding="utf-8"))
        same = note["authority"] == fingerprint(folder)
        good = note["from"] <= time.time() <= note["until"] - RENEWED_BEFORE
        return (
            same
            and good
            and set(names) <= set(note["names"])
            and all(path.stat().st_size for path in _secret_files(folder))
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def write(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Write a file of the authority, which others can never read in between."""
    disk.write_atomically(path, content, mode=mode)


def _secret_files(folder: Folder) -> tuple[Path, Path]:
    return folder.authority, folder.server


def ensure(folder: Folder, names: list[str]) -> bool:
    """Make missing certificates. Return whether any was made.

    Raises:
        NoCertificates: the folder cannot be written, or its content cannot be read.
    """
    with contextlib.suppress(OSError):  # a file system without such rights cannot keep other users out anyway
        for path in _secret_files(folder):
            path.chmod(0o600)
    if is_current(folder, names):
        return False
    command = [sys.executable, "-m", MAKER_MODULE, str(folder.path.resolve()), *names]
    try:
        done = subprocess.run(
            command,
            cwd=PROJECT_FOLDER,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoCertificates(str(error)) from error
    if done.returncode:
        raise NoCertificates((done.stderr.strip().splitlines() or ["?"])[-1])
    return True
