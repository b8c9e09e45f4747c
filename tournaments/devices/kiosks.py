"""Kiosks: devices at the door, on which people check themselves in and do nothing else."""

from uuid import UUID

from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring import DomainError
from tournaments.common import codes
from tournaments.devices.invitations import free_code, invitation, new_secret
from tournaments.devices.joining import JoinedDevice, active_device, fingerprint
from tournaments.models import KIOSK, Device, Invitation, Tournament
from tournaments.models.locking import locked

PAIRING_PATH = "/kiosk/"  # the page where a code is typed


def kiosk_invitation(tournament: Tournament) -> Invitation | None:
    """Return the invitation by which the next kiosk is paired; None if all were used."""
    return tournament.invitations.filter(KIOSK).first()


def invite_kiosk(tournament: Tournament) -> Invitation:
    """Return a new invitation for one kiosk; an unused one ends."""
    with locked(tournament) as tournament:
        tournament.invitations.filter(KIOSK).delete()
        return Invitation.objects.create(tournament=tournament, secret=new_secret(), code=free_code())


def kiosk_page_of(invited: Invitation) -> str:
    """Return the path of the page on which a device is paired."""
    return f"{PAIRING_PATH}{invited.secret}/"


def pair(text: str, device: UUID, *, address: str = "") -> JoinedDevice:
    """Make a device a kiosk by an invitation, which ends: no other device joins by it.

    The token follows from the invitation and the device, so that the same request has the same answer where
    the first one was lost. Raises `DomainError` (those of `invitation`, `device_revoked`).
    """
    token = _token(text, device)
    known = Device.objects.filter(KIOSK, uid=device, tournament__live=True)
    before = known.filter(token_hash=_hash(token)).select_related("tournament").first()
    if before:
        return JoinedDevice(active_device(before), token, Invitation(tournament=before.tournament))
    found = invitation(text, address)
    secret = found.secret
    with locked(found.tournament) as tournament:
        invited = tournament.invitations.filter(KIOSK, secret=secret).first()
        if invited is None or tournament.devices.filter(uid=device).exists():
            raise DomainError("no_such_invitation")
        now, number = timezone.now(), tournament.devices.filter(KIOSK).count() + 1
        made = Device.objects.create(
            tournament=tournament,
            uid=device,
            label=str(number),
            token_hash=_hash(token),
            joined_at=now,
            last_seen=now,
        )
        invited.delete()
        tournament.next_version()
    return JoinedDevice(made, token, invited)


def _token(text: str, device: UUID) -> str:
    typed = codes.normalize_code(text)
    code = typed if codes.is_possible_code(typed) else text.strip()
    return salted_hmac("kiosk", f"{code} {device}", algorithm="sha256").hexdigest()


def _hash(token: str) -> str:
    return fingerprint(fingerprint(token))
