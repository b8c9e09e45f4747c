"""Results that come as codes from devices without a network (docs/protocol.md), and the seals of codes."""

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scoring import DomainError
from tournaments.devices.joining import active_device, tokens_of
from tournaments.models import KIOSK, Device

SEAL_LETTERS, NAME_LETTERS = 16, 32
VERSION = "CHV1"


@dataclass(frozen=True)
class OfflineCode:
    """A result that came as a code. `proven`: its seal shows that the device made it.

    If it is not proven, this laptop was restored from a copy, which has no keys, and the device has not been
    heard since: the seal is neither right nor wrong.
    """

    device: Device
    fields: dict[str, Any]
    proven: bool


def seal(body: str, key: str) -> str:
    """Return the seal of the `body` of an offline code: only its device and this program have its `key`."""
    made = hmac.new(key.encode(), f"{VERSION}.{body}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")[:SEAL_LETTERS]


def read_offline_code(code: str) -> OfflineCode:
    """Return the device and the result of an offline code. Raises `DomainError` (`bad_code`)."""
    version, _dot, rest = code.strip().rpartition("#")[2].partition(".")
    body, _dot, given = rest.partition(".")
    try:
        content = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        name, result = str(content["d"]), dict(content["r"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise DomainError("bad_code") from None
    candidates = _devices_by_name(name) if version == VERSION else []
    for device in candidates:
        sealed = (seal(body, key).encode() for key in device.seal_keys.values())
        if any(hmac.compare_digest(one, given.encode(errors="replace")) for one in sealed):
            return OfflineCode(active_device(device), result, proven=True)
    for device in candidates:
        if not device.seal_keys.keys() >= set(tokens_of(device)) and len(given) == SEAL_LETTERS:
            return OfflineCode(active_device(device), result, proven=False)
    raise DomainError("bad_code")


def name_in_code(device: UUID) -> str:
    """Return the name of a device in a code, a hash of its UUID.

    Codes can be photographed, and others could join in the place of the device by its UUID.
    """
    return hashlib.sha256(str(device).encode()).hexdigest()[:NAME_LETTERS]


def _devices_by_name(name: str) -> list[Device]:
    """Return the devices that a code may mean; those of older programs contain the UUID itself."""
    known = Device.objects.filter(tournament__live=True).exclude(KIOSK)
    meant = [pk for pk, uid in known.values_list("pk", "uid") if name in (name_in_code(uid), str(uid))]
    return list(known.filter(pk__in=meant).select_related("tournament", "place", "entry"))
