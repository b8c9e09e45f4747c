"""Devices: who may write from a table or from a pocket. What they say to us is in docs/protocol.md."""

import base64
import hashlib
import hmac
import json
import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from string import ascii_uppercase
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import OperationalError
from django.db.models import Q
from django.utils import timezone

from config import disk
from scoring import Refusal
from tournaments import acts, calls
from tournaments.models import Act, Device, Entry, Invitation, Place, Tournament, User
from tournaments.models.rows import known, moment, read
from tournaments.models.tournament import in_turn, locked, row_of

CODE_DIGITS = 6
TYPED_AT = "/table/"  # the page where the six digits are typed
PHONES = "own_phones"  # in the settings of a tournament
SEEN_EVERY = timedelta(seconds=20)  # a row a poll would keep the laptop's disk busy for nothing
SILENT_AFTER = timedelta(minutes=2)
SEAL_LETTERS = 16
TOKENS_KEPT = 20
JOINS_WITHIN = timedelta(minutes=10)
JOINS_BY_CODE = 30  # of devices that were not there yet: a table has a tablet or two
CARRIED = "CHV1"
# In SQL, as every request of every device begins with it: Django's own query took a fifth of the time.
WHO_ASKS = """
SELECT device.id, device.uid, device.state, device.entry_id, device.place_id, place.number,
       device.label, device.queued, device.visible, device.epoch_seen, device.last_seen, tournament.id,
       CAST(device.seal_keys AS TEXT) = '{}'
FROM tournaments_device device
JOIN tournaments_tournament tournament ON tournament.id = device.tournament_id AND tournament.live
LEFT JOIN tournaments_place place ON place.id = device.place_id
WHERE device.token_hash = %s
"""


@dataclass(frozen=True)
class Joined:
    """A device, and the token that is shown to it once."""

    device: Device
    token: str


@dataclass(frozen=True)
class Carried:
    """A result that came as a code. `proven`: its seal shows that the device made it.

    Where it is not, this laptop was restored from a copy, which has no keys, and the device has not spoken
    with it since: the seal is neither right nor wrong.
    """

    device: Device
    fields: dict[str, Any]
    proven: bool


# Inviting


def invite_tables(tournament: Tournament) -> list[Invitation]:
    """An invitation for every table of the hall, made where there is none yet; in the order of the tables."""
    with locked(tournament.pk):
        for place in tournament.places.filter(invitation=None):
            _invite(tournament, place=place)
    return list(tournament.invitations.filter(entry=None).select_related("place"))


def invite_players(tournament: Tournament) -> list[Invitation]:
    """An invitation for every entry that may report from its own phone; a house player gets none."""
    with locked(tournament.pk):
        for entry in tournament.entries.filter(invitation=None).exclude(kind=Entry.Kind.HOUSE):
            _invite(tournament, entry=entry)
    return list(tournament.invitations.filter(place=None).select_related("entry"))


def renew(place: Place) -> Invitation:
    """Another secret and other digits for a table: the sheet that lay there opens nothing any more."""
    with locked(place.tournament_id) as tournament:
        Invitation.objects.filter(place=place).delete()
        return _invite(tournament, place=place)


def phones_may_report(tournament: Tournament) -> bool:
    """Whether players may report results from their own phones."""
    return bool(tournament.settings.get(PHONES))


def _invite(tournament: Tournament, **scope: Any) -> Invitation:
    return Invitation.objects.create(tournament=tournament, secret=new_secret(), code=free_code(), **scope)


def new_secret() -> str:
    """What a QR code of an invitation holds."""
    return secrets.token_urlsafe(12)


def free_code() -> str:
    """Digits that no invitation has which can be used now."""
    while True:
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        if not Invitation.objects.filter(code=code, tournament__live=True).exists():
            return code


def _typed(text: str) -> str:
    return text.strip().replace(" ", "").replace("\u202f", "")


def is_code(text: str) -> bool:
    """Whether it can be what is typed from a sheet: six digits, which can be guessed."""
    typed = _typed(text)
    return len(typed) == CODE_DIGITS and typed.isdecimal()


def invitation(text: str) -> Invitation:
    """The invitation that a secret or a code of six digits stands for. Raises `Refusal` for none."""
    typed = _typed(text)
    known = Invitation.objects.filter(tournament__live=True).select_related("tournament", "place", "entry")
    found = list(known.filter(Q(secret=text.strip()) | Q(code=typed))[:2])
    if len(found) != 1:
        raise Refusal("no_such_invitation")
    return found[0]


def page_of(invited: Invitation) -> str:
    """The path of the page that an invitation opens; its scan leads there (docs/protocol.md)."""
    return f"{TYPED_AT}{invited.secret}/"


def own_page_of(invited: Invitation) -> str:
    """The path of a player's own page, which stands on the player's card."""
    return f"/me/{invited.secret}/"


# Joining


def join(text: str, device: UUID, label: str = "") -> Joined:
    """Let a device in by an invitation. A device that joins again ends its earlier token, and moves here.

    One that was shut out stays out, and the desk sees that it knocks: sheets may be photographed.
    Raises `Refusal` (`no_such_invitation`, `device_knocked`, `too_many_joins`).
    """
    token = secrets.token_urlsafe(24)
    with locked(invitation(text).tournament_id) as tournament:
        invited = invitation(text)  # as the desk has it now: renewed, or the device shut out, a moment ago
        again = tournament.devices.filter(uid=device).select_related("place").first()
        if again and again.state == Device.State.REVOKED:
            calls.knock(again, invited.place)
            joined = None
        else:
            if again is None:
                _check_sane(tournament, invited)
            joined = again or Device(tournament=tournament, uid=device, joined_at=timezone.now())
            _let_in(joined, invited, label, token)
    if joined is None:
        raise Refusal("device_knocked")
    return Joined(joined, token)


def _check_sane(tournament: Tournament, invited: Invitation) -> None:
    """A photographed sheet lets nobody flood the hall; only under the lock, as many may come at once."""
    now = timezone.now()
    lately = tournament.devices.filter(joined_at__range=(now - JOINS_WITHIN, now))
    if lately.filter(place=invited.place, entry=invited.entry).count() >= JOINS_BY_CODE:
        raise Refusal("too_many_joins")


def _let_in(joined: Device, invited: Invitation, label: str, token: str) -> None:
    joined.label = label[:60] or joined.label
    _put_at(joined, invited.place)
    joined.entry = invited.entry
    if joined.token_hash:
        joined.earlier_tokens = [*joined.earlier_tokens, joined.token_hash][-TOKENS_KEPT:]
    key = fingerprint(token)
    joined.token_hash, joined.last_seen = fingerprint(key), timezone.now()
    keys = {**joined.seal_keys, joined.token_hash: key}
    joined.seal_keys = {known: keys[known] for known in _tokens(joined) if known in keys}
    joined.save()
    if joined.place and joined.place.devices.filter(state=Device.State.ACTIVE).count() > 1:
        joined.tournament.next_version()  # the desk looks again: several claim one table


def _tokens(device: Device) -> list[str]:
    return [*device.earlier_tokens, device.token_hash]


def _put_at(device: Device, place: Place | None) -> None:
    """Put a device on a table; a label that was given for the one it leaves (7B) stays behind."""
    left = device.place
    if left and left != place:
        device.earlier_places = [*device.earlier_places, left.number]
        if re.fullmatch(f"{left.number}[B-Z]", device.label):
            device.label = ""
    device.place = place
    device.label = device.label or _told_apart(device)


def _told_apart(device: Device) -> str:
    """A label for a tablet at a table where another one is in use already: 7B, 7C …; empty otherwise."""
    if device.place is None:
        return ""
    there = device.place.devices.filter(state=Device.State.ACTIVE).exclude(uid=device.uid)
    taken = set(there.values_list("label", flat=True))
    free = (f"{device.place.number}{letter}" for letter in ascii_uppercase[1:])
    return next((label for label in free if label not in taken), "") if taken else ""


def fingerprint(text: str) -> str:
    """SHA-256 in hexadecimal: of a token the key of its seals, of that key what a token is known by."""
    return hashlib.sha256(text.encode()).hexdigest()


def no_token() -> str:
    """What no token is known by."""
    return secrets.token_hex(32)


def by_token(token: str) -> Device:
    """The device that a token belongs to, in the life of the tournament that is being lived.

    Raises `Refusal` (`unknown_token`, `device_revoked`).
    """
    key = fingerprint(token)
    found = read(WHO_ASKS, fingerprint(key))
    if not found:
        raise Refusal("unknown_token")
    (pk, uid, state, entry, place, number, label, queued, visible, epoch_seen, last_seen, day, keyless) = (
        found[0]
    )
    if keyless:  # it came with a copy: from now on its seals can be checked
        _note(pk, seal_keys={fingerprint(key): key})
    device = known(
        Device,
        id=pk,
        tournament_id=day,
        uid=UUID(str(uid)),
        state=state,
        entry_id=entry,
        place_id=place,
        label=label,
        queued=queued,
        visible=bool(visible),
        epoch_seen=epoch_seen,
        last_seen=moment(last_seen),
    )
    device.tournament = row_of(day)
    if place:
        device.place = known(Place, id=place, number=number)
    return _in_use(device)


def _in_use(device: Device) -> Device:
    if device.state != Device.State.ACTIVE:
        raise Refusal("device_revoked")
    return device


def seen(device: Device, *, queued: int, visible: bool, epoch: int) -> None:
    """Note that a device spoke; written at most every 20 seconds unless something about it changed."""
    now = timezone.now()
    same = (device.queued, device.visible, device.epoch_seen) == (queued, visible, epoch)
    if same and abs(now - device.last_seen) < SEEN_EVERY:
        return
    _note(device.pk, last_seen=now, queued=queued, visible=visible, epoch_seen=epoch)


def _note(pk: int, **noted: Any) -> None:
    """Note something about a device; a disk that is full keeps no tablet from hearing what is played."""
    try:
        with in_turn():
            Device.objects.filter(pk=pk).update(**noted)
    except OperationalError as error:
        if not disk.fault(error, settings.DATA_DIR):
            raise


def tables_of(device: Device) -> set[int]:
    """The tables whose results are taken from a device, by number: its own, and those it was moved from."""
    own = {device.place.number} if device.place else set()
    return own.union(device.earlier_places)


# Results carried by hand


def seal(body: str, key: str) -> str:
    """The seal of a carried result: what only the device and we can work out."""
    made = hmac.new(key.encode(), f"{CARRIED}.{body}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")[:SEAL_LETTERS]


def open_carried(code: str) -> Carried:
    """The device that made a carried code, and the result in it. Raises `Refusal` (`bad_code`)."""
    version, _dot, rest = code.strip().rpartition("#")[2].partition(".")
    body, _dot, given = rest.partition(".")
    try:
        said = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        uid, result = UUID(said["d"]), dict(said["r"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Refusal("bad_code") from None
    known = Device.objects.filter(uid=uid, tournament__live=True)
    candidates = list(known.select_related("tournament", "place", "entry")) if version == CARRIED else []
    for device in candidates:
        if any(_same(seal(body, key), given) for key in device.seal_keys.values()):
            return Carried(_in_use(device), result, proven=True)
    for device in candidates:
        if not device.seal_keys.keys() >= set(_tokens(device)) and len(given) == SEAL_LETTERS:
            return Carried(_in_use(device), result, proven=False)
    raise Refusal("bad_code")


def _same(made: str, given: str) -> bool:
    return hmac.compare_digest(made.encode(), given.encode(errors="replace"))


# The desk decides


def revoke(device: Device, *, by: User | None) -> Act | None:
    """Shut a device out: what it sends from now on is refused, and stays on it."""
    return _change(device, "device_revoke", by=by, state=Device.State.REVOKED)


def readmit(device: Device, *, by: User | None, place: Place | None = None) -> Act | None:
    """Let a device in again that was shut out, at `place` if that is given; its token works as before."""
    there = {"place": place.number} if place and device.place_id else {}
    done = _change(device, "device_readmit", by=by, state=Device.State.ACTIVE, **there)
    calls.let_in(device)
    return done


def rename(device: Device, label: str, *, by: User | None) -> Act | None:
    """Give a device another name on the desk's list."""
    return _change(device, "device_rename", by=by, label=label.strip()[:60])


def move(device: Device, place: Place, *, by: User | None) -> Act | None:
    """Put a tablet on another table; what it still holds for the one it leaves is taken."""
    if device.place_id is None:
        raise Refusal("phone_has_no_table")
    return _change(device, "device_move", by=by, place=place.number)


def _change(device: Device, kind: str, *, by: User | None, **changes: Any) -> Act | None:
    """The act that was written, or None where the device stands so already."""
    with locked(device.tournament_id) as tournament:
        device = tournament.devices.select_related("place").get(pk=device.pk)
        before = {name: _stands(device, name) for name in changes}
        if before == changes:
            return None
        _set(device, changes)
        args = {"device": str(device.uid), **changes}
        return acts.record(tournament, kind, args, by=by, inverse=before)


def _stands(device: Device, name: str) -> Any:
    if name == "place":
        return device.place.number if device.place else None
    return getattr(device, name)


def _set(device: Device, changes: dict[str, Any]) -> None:
    for name, value in changes.items():
        if name == "place":
            _put_at(device, device.tournament.places.get(number=value))
        else:
            setattr(device, name, value)
    device.save()


def _changed_since(act: Act) -> Refusal | None:
    later = act.tournament.acts.filter(
        kind__startswith="device_", version__gt=act.version, undone_by=None, args__device=act.args["device"]
    )
    return Refusal("undo_later_first") if later.exists() else None


@acts.undoes("device_revoke", _changed_since)
@acts.undoes("device_readmit", _changed_since)
@acts.undoes("device_rename", _changed_since)
@acts.undoes("device_move", _changed_since)
def _change_back(tournament: Tournament, act: Act) -> None:
    _set(tournament.devices.select_related("place").get(uid=act.args["device"]), act.inverse or {})
