"""Encryption of passwords of other computers, with a key derived from `SECRET_KEY`.

The database alone, in a backup or a stolen file, does not reveal them. They are never shown again.
"""

import base64
import hashlib
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings

from tournaments.delivery.destinations.storage import TransferError

if TYPE_CHECKING:
    from cryptography.fernet import Fernet


def seal(password: str) -> str:
    """Encrypt a password; '' for none."""
    return _cipher().encrypt(password.encode()).decode() if password else ""


def unseal(sealed: str) -> str:
    """Decrypt a password. Raises `TransferError` where it was encrypted with another key."""
    from cryptography.fernet import InvalidToken

    if not sealed:
        return ""
    try:
        return str(_cipher().decrypt(sealed.encode()).decode())
    except InvalidToken as error:
        raise TransferError("password_unreadable") from error


def _cipher() -> "Fernet":
    from cryptography.fernet import Fernet  # 10 MB: only imported where a password is written or used

    return Fernet(_key(settings.SECRET_KEY))


@cache  # of one secret, which is in the process anyway; the derivation is slow on purpose
def _key(secret: str) -> bytes:
    salt = b"cheville: passwords of destinations"
    return base64.urlsafe_b64encode(hashlib.scrypt(secret.encode(), salt=salt, n=2**12, r=8, p=1, dklen=32))
