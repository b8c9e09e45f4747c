"""Joining of devices, their tokens, and their permission to write."""

import hashlib
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from string import ascii_uppercase
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import OperationalError
from django.db.models import QuerySet
from django.utils import timezone

from scoring import DomainError
from tournaments.common import sanitize
from tournaments.devices import calls
from tournaments.devices.invitations import invitation
from tournaments.models import Act, Device, Entry, Invitation, OfferedToken, Place, Tournament, raw_sql
from tournaments.models.locking import locked, writer_lock
from tournaments.models.rows import (
    attach_related,
    aware_time,
    columns,
    create,
    fetch,
    partial_row,
    prepared,
    query_value,
    row_from_columns,
    update,
    write,
)
from tournaments.system import disk

PHONES_SETTING, BOTH_SETTING = "own_phones", "both_at_once"  # in the settings of a tournament
SEEN_INTERVAL = timedelta(seconds=20)  # a row for each poll would keep the laptop's disk busy for nothing
SILENT_AFTER = timedelta(minutes=2)
NO_MEETING = uuid4()
"""Looked up where a request is about no meeting: with NULL, PostgreSQL would plan the query each time. A uid
that can be known could be that of meetings in a copy."""
MAX_TOKENS = 20
JOIN_PERIOD = timedelta(minutes=10)
MAX_JOINS = 30  # of new devices: a table has a tablet or two


@dataclass(frozen=True)
class JoinedDevice:
    """A device that has joined, its invitation, and the token that is shown to it once."""

    device: Device
    token: str
    invited: Invitation


def join(text: str, device: UUID, label: str = "", *, address: str = "") -> JoinedDevice:
    """Let a device in by an invitation.

    A device that joins again moves here once it uses the new token, and its earlier one ends then: of two
    requests the one whose answer was lost may be handled last. A device that was shut out stays out, and the
    desk sees that it knocks: sheets may be photographed. A second device at a table waits until it is let in,
    and the desk sees it too.

    Raises `DomainError` (those of `invitation`, `device_knocked`, `too_many_joins`).
    """
    token, found = secrets.token_urlsafe(24), invitation(text, address)
    if found.is_kiosk:
        raise DomainError("no_such_invitation")
    secret = found.secret
    with locked(found.tournament) as tournament:
        # again under the lock, as it may have been renewed meanwhile
        standing = attach_related(_tournament_invitations(secret, tournament.pk), tournament=tournament)
        if not standing:
            raise DomainError("no_such_invitation")
        invited = standing[0]
        again = next(
            iter(attach_related(_devices_by_uid(device, tournament.pk), tournament=tournament)), None
        )
        if again and again.is_kiosk:
            raise DomainError("no_such_invitation")
        if again and again.state == Device.State.REVOKED:
            calls.request_readmission(again, invited.place)
            joined = None
        elif again:
            joined = _offer_token(again, invited, label, fingerprint(token))
        else:
            # a photographed sheet must not flood the hall
            now = timezone.now()
            lately = _recent_joins(tournament.pk, invited.place_id, invited.entry_id, now - JOIN_PERIOD, now)
            if len(lately) >= MAX_JOINS:
                raise DomainError("too_many_joins")
            joined = _set_up_device(
                Device(tournament=tournament, uid=device), invited, label, fingerprint(token)
            )
    if joined is None:
        raise DomainError("device_knocked")
    return JoinedDevice(joined, token, invited)


@prepared
def _devices_by_uid(uid: UUID, tournament: int) -> QuerySet[Device]:
    return Device.objects.filter(uid=uid, tournament=tournament).select_related("place")


@prepared
def _tournament_invitations(secret: str, tournament: int) -> QuerySet[Invitation]:
    standing = Invitation.objects.filter(secret=secret, tournament=tournament)
    return standing.select_related("place", "entry")


@prepared
def _recent_joins(
    tournament: int, place: int | None, entry: int | None, since: datetime, now: datetime
) -> QuerySet[Device, int]:
    lately = Device.objects.filter(tournament=tournament, joined_at__range=(since, now))
    return lately.filter(place=place, entry=entry).values_list("pk", flat=True)


def _set_up_device(joined: Device, invited: Invitation, label: str, key: str) -> Device:
    """Set up a new device."""
    joined.label = sanitize.clean_line(label)[:60]
    joined.joined_at = joined.last_seen = timezone.now()
    joined.token_hash, joined.seal_keys = fingerprint(key), {fingerprint(key): key}
    _put_at_table(joined, invited.place, invited.entry)
    return joined


def _offer_token(again: Device, invited: Invitation, label: str, key: str) -> Device:
    """Offer a token to a known device: nothing changes for it before it uses the token."""
    again.label = sanitize.clean_line(label)[:60] or again.label
    again.last_seen = timezone.now()
    create(
        OfferedToken(
            tournament=again.tournament,
            device=again,
            token_hash=fingerprint(key),
            place=invited.place,
            entry=invited.entry,
        )
    )
    newest = again.offered_tokens.order_by("-pk").values_list("pk", flat=True)[:MAX_TOKENS]
    again.offered_tokens.exclude(pk__in=list(newest)).delete()
    again.seal_keys = _keys_to_keep(again, key)
    if (again.place_id, again.entry_id) == (invited.place_id, invited.entry_id):
        _put_at_table(again, again.place, again.entry)
    else:
        write(again)
    return again


def _complete_join(key: str) -> None:
    """Complete the join of a device that uses an offered token for the first time; older tokens end.

    Tokens that were offered later stay valid: their requests were sent earlier, or their answers are on the
    way. Raises `DomainError` (`device_revoked`).
    """
    found = OfferedToken.objects.filter(token_hash=fingerprint(key), tournament__live=True).first()
    if found is None:
        return
    key_of_offer = found.pk
    with locked(found.tournament_id) as tournament:
        offered = tournament.offered_tokens.filter(pk=key_of_offer)
        used = offered.select_related("device__place", "device__entry", "place", "entry").first()
        if used is None:  # another request of the device was faster
            return
        device = active_device(used.device)
        device.tournament = tournament
        over = (
            device.offered_tokens.filter(pk__lt=used.pk).order_by("pk").values_list("token_hash", flat=True)
        )
        device.earlier_tokens = [*device.earlier_tokens, device.token_hash, *over][-MAX_TOKENS:]
        device.token_hash = used.token_hash
        device.offered_tokens.filter(pk__lte=used.pk).delete()
        device.seal_keys = _keys_to_keep(device, key)
        _put_at_table(device, used.place, used.entry)


def _keys_to_keep(device: Device, key: str) -> dict[str, str]:
    """Return the seal keys of all tokens that a device has or had, and of one more."""
    keys = {**device.seal_keys, fingerprint(key): key}
    return {token: keys[token] for token in tokens_of(device) if token in keys}


def _put_at_table(joined: Device, place: Place | None, entry: Entry | None) -> None:
    """Put a device at the table of its invitation; beside another one it waits."""
    left, new_here = joined.place, joined.place != place
    move_to_table(joined, place)
    joined.entry = entry
    if new_here or joined.waits:
        joined.waits = has_other_writer(joined)
    write(joined)
    _announce_new_device(joined, left)


def has_other_writer(joined: Device) -> bool:
    """Return whether another device writes for the table of a device already, so that it has to wait.

    A device that has not been heard since the laptop was replaced does not count: the copy may be older than
    the tablet that took its place, and no player may be locked out by that.
    """
    if joined.place is None:
        return False
    writing = [one for one in _devices_in_use(joined.place_id) if not one.waits]
    restored = _restore_times(joined.tournament_id) if writing else []
    return any(not restored or one.last_seen >= restored[0] for one in writing)


@prepared
def _restore_times(tournament: int) -> QuerySet[Act, datetime]:
    restored = Act.objects.filter(tournament=tournament, kind="restore")
    return restored.order_by("-version").values_list("at", flat=True)[:1]


@prepared
def _devices_in_use(place: int) -> QuerySet[Device]:
    """Return the devices in use at a table, by its key; the first to come is the first."""
    return Device.objects.filter(place=place, state=Device.State.ACTIVE).order_by("joined_at", "pk")


def _announce_new_device(joined: Device, left: Place | None) -> None:
    """Notify the desk, and the tablets that are there, of a further device at a table."""
    moved = left is not None and left != joined.place
    if moved:
        calls.resolve_device_calls(joined)
        admit_next(left)
    there = _devices_in_use(joined.place_id) if joined.place_id else []
    is_second = any(one.uid != joined.uid for one in there)
    if is_second and (joined.waits or left != joined.place):
        calls.announce_device(joined)
    elif moved:
        with locked(joined.tournament) as tournament:
            tournament.next_version()


def admit_next(place: Place | None) -> Device | None:
    """Let the first device at a table write if all there wait, as none writes any more; return it."""
    there = _devices_in_use(place.pk) if place else []
    if there and all(one.waits for one in there):
        there[0].waits = False
        update(there[0], "waits")
        return there[0]
    return None


def tokens_of(device: Device) -> list[str]:
    """Return the fingerprints of a device's tokens: former, current, and given but not used yet."""
    offered = device.offered_tokens.order_by("pk").values_list("token_hash", flat=True)
    return [*device.earlier_tokens, device.token_hash, *offered]


def move_to_table(device: Device, place: Place | None) -> None:
    """Put a device on a table; a label that was given for the former one (7B) is removed."""
    left = device.place
    if left and left != place:
        if not is_waiting(device):  # where it was never let in it has no results of that table
            device.earlier_places = list(dict.fromkeys([*device.earlier_places, left.number]))
        if re.fullmatch(f"{left.number}[B-Z]", device.label):
            device.label = ""
    device.place = place
    device.label = device.label or distinguishing_label(device)


def distinguishing_label(device: Device) -> str:
    """Return a label for a tablet at a table with another one in use: 7B, 7C …; empty otherwise."""
    if device.place is None:
        return ""
    taken = {one.label for one in _devices_in_use(device.place.pk) if one.uid != device.uid}
    free = (f"{device.place.number}{letter}" for letter in ascii_uppercase[1:])
    return next((label for label in free if label not in taken), "") if taken else ""


def fingerprint(text: str) -> str:
    """Return the SHA-256 in hexadecimal.

    That of a token is the key of its seals, and that of this key is stored to recognise the token.
    """
    return hashlib.sha256(text.encode()).hexdigest()


def unused_fingerprint() -> str:
    """Return a fingerprint that no token has."""
    return secrets.token_hex(32)


def by_token(token: str, meeting: UUID | None = None) -> Device:
    """Return the device of a token, in the current life of the tournament.

    The meeting that it writes about, if given, is read with it: `meeting_rows`.

    Raises `DomainError` (`unknown_token`, `device_revoked`).
    """
    key = fingerprint(token)
    found = _device_rows(key, meeting)
    if not found:
        _complete_join(key)
        found = _device_rows(key, meeting)
    if not found:
        raise DomainError("unknown_token")
    (pk, uid, state, entry, place, number, label, queued, visible, epoch_seen, last_seen, *rest) = found[0]
    waits, keyless, *whole = rest
    tournament = row_from_columns(Tournament, whole[: -raw_sql.MEETING_WIDTH])
    if keyless and (place or entry):  # the device came with a copy: from now on its seals can be checked
        _update_device(pk, seal_keys={fingerprint(key): key})
    device = partial_row(
        Device,
        id=pk,
        tournament_id=tournament.pk,
        uid=UUID(str(uid)),
        state=state,
        entry_id=entry,
        place_id=place,
        label=label,
        queued=queued,
        visible=bool(visible),
        epoch_seen=epoch_seen,
        last_seen=aware_time(last_seen),
        waits=bool(waits),
    )
    device.tournament = tournament
    if place:
        device.place = partial_row(Place, id=place, number=number)
    if meeting:
        rows = [row[-raw_sql.MEETING_WIDTH :] for row in found]
        device.meeting_rows = {meeting: [row for row in rows if row[0]]}
    return active_device(device)


def _device_rows(key: str, meeting: UUID | None) -> list[tuple[Any, ...]]:
    query = raw_sql.REQUESTING_DEVICE.format(columns(Tournament))
    return fetch(query, query_value(meeting or NO_MEETING), fingerprint(key))


def active_device(device: Device) -> Device:
    """Return `device`. Raises `DomainError` if it was shut out or has not been let in."""
    if device.state != Device.State.ACTIVE:
        raise DomainError("device_revoked")
    return device


def record_contact(device: Device, *, queued: int, visible: bool, epoch: int) -> None:
    """Record that a device was heard; written at most every 20 seconds unless its data changed."""
    now = timezone.now()
    same = (device.queued, device.visible, device.epoch_seen) == (queued, visible, epoch)
    if same and abs(now - device.last_seen) < SEEN_INTERVAL:
        return
    _update_device(device.pk, last_seen=now, queued=queued, visible=visible, epoch_seen=epoch)


def _update_device(pk: int, **noted: Any) -> None:
    """Update a device; a full disk does not keep a tablet from receiving the state of play."""
    try:
        with writer_lock():
            Device.objects.filter(pk=pk).update(**noted)
    except OperationalError as error:
        if not disk.fault(error, settings.DATA_DIR):
            raise


def phones_may_report(tournament: Tournament) -> bool:
    """Return whether players may report results from their own phones."""
    return bool(tournament.settings.get(PHONES_SETTING))


def is_waiting(device: Device) -> bool:
    """Return whether a device came to a table where another one writes, and has not been let in yet."""
    return device.waits and not device.tournament.settings.get(BOTH_SETTING)


def tables_of(device: Device) -> set[int]:
    """Return the tables whose results a device may send, by number: its own, and those it was moved from."""
    own = {device.place.number} if device.place else set()
    return own.union(device.earlier_places)
