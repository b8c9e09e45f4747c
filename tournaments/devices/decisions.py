"""Decisions of the desk, or of the first tablet of a table, about a device; and their undo."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.devices import calls
from tournaments.devices.joining import admit_next, is_waiting, move_to_table
from tournaments.models import Act, Call, Device, Entry, Place, Tournament, User
from tournaments.models.locking import locked

IN_USE_KINDS = ("device_let_in", "device_move")
UNDONE_KINDS = (*IN_USE_KINDS, "device_revoke", "device_readmit", "device_rename", "device_keep")
OTHERS = "others"  # in the inverse of an action: what it changed of other devices, by their uid


def revoke(device: Device, *, by: User | None) -> Act | None:
    """Shut a device out: results that it sends from now on are refused, and stay on it."""
    done = _change(device, "device_revoke", by=by, state=Device.State.REVOKED)
    calls.resolve_device_calls(device)
    return done


def let_in(device: Device, *, by: User | None) -> Act | None:
    """Let a device write that waits beside another one at its table.

    Raises `DomainError` (`device_is_out`).
    """
    done = _change(device, "device_let_in", by=by, waits=False)
    calls.resolve_device_calls(device)
    return done


def keep_only(device: Device, *, by: User | None) -> Act | None:
    """Let `device` write and shut out every other tablet of its table; None if it writes there alone.

    Raises `DomainError` (`device_is_out`).
    """
    with locked(device) as device:
        if device.state != Device.State.ACTIVE:
            raise DomainError("device_is_out")
        at_its_table = device.tournament.devices.filter(
            place=device.place, state=Device.State.ACTIVE, entry=None
        )
        others = list(at_its_table.exclude(pk=device.pk))
        if not (others or device.waits):
            calls.resolve_device_calls(device)  # it began to write when the other one left
            return None
        before: dict[str, Any] = {str(one.uid): {"state": one.state} for one in others}
        inverse = {"waits": device.waits, OTHERS: before}
        _apply_changes(
            (device, {"waits": False}), *((one, {"state": Device.State.REVOKED}) for one in others)
        )
        for one in (device, *others):
            calls.resolve_device_calls(one)
        args = {"device": str(device.uid), "shut_out": list(before)}
        return audit_log.record(device.tournament, "device_keep", args, by=by, inverse=inverse)


def let_in_second_tablet(first: Device, waiting: int) -> bool:
    """Let another tablet in at the table that `first` writes for, by its key. Return whether there is one."""
    with locked(first) as first:
        if first.place_id is None or first.state != Device.State.ACTIVE or is_waiting(first):
            return False
        at_its_table = first.tournament.devices.filter(place=first.place_id, state=Device.State.ACTIVE)
        there = at_its_table.filter(pk=waiting).first()
        if there is None:
            return False
        _change(there, "device_let_in", by=None, also={"beside": str(first.uid)}, waits=False)
        calls.resolve_device_calls(there)
        return True


def readmit(device: Device, *, by: User | None, place: Place | None = None) -> Act | None:
    """Readmit a device that was shut out, at `place` if given; its token works as before."""
    there: dict[str, Any] = {"place": place.number} if place and device.place_id else {}
    done = _change(
        device, "device_readmit", by=by, state=Device.State.ACTIVE, **there, **_waiting_change(device)
    )
    calls.resolve_device_calls(device)
    return done


def _waiting_change(device: Device) -> dict[str, Any]:
    """Return the change for a waiting device when the desk decides about it: it waits no longer."""
    return {"waits": False} if device.waits else {}


def rename(device: Device, label: str, *, by: User | None) -> Act | None:
    """Rename a device on the desk's list."""
    return _change(device, "device_rename", by=by, label=sanitize.clean_line(label)[:60])


def move(device: Device, place: Place, *, by: User | None) -> Act | None:
    """Move a tablet to another table; results that it still holds for the former one are accepted.

    Raises `DomainError` (`phone_has_no_table`, `device_is_out`).
    """
    if device.place_id is None:
        raise DomainError("phone_has_no_table")
    done = _change(device, "device_move", by=by, place=place.number, **_waiting_change(device))
    calls.resolve_device_calls(device)
    return done


def forget_phones(entries: Sequence[Entry]) -> None:
    """Delete the phones of entries that were never seated, and their calls; only under the lock."""
    Call.objects.filter(device__entry__in=entries).delete()
    Device.objects.filter(entry__in=entries).delete()


def _change(
    device: Device, kind: str, *, by: User | None, also: Mapping[str, str] | None = None, **changes: Any
) -> Act | None:
    """Return the recorded action, with the extra arguments `also`; None if nothing changes.

    Raises `DomainError` (`device_is_out`) where a device is to write that was shut out on another page.
    """
    with locked(device) as device:
        if kind in IN_USE_KINDS and device.state != Device.State.ACTIVE:
            raise DomainError("device_is_out")
        before = {
            name: device.place and device.place.number if name == "place" else getattr(device, name)
            for name in changes
        }
        if before == changes:
            return None
        admitted = [one for one in _apply_changes((device, changes)) if one.pk != device.pk]
        inverse = before | ({OTHERS: {str(one.uid): {"waits": True} for one in admitted}} if admitted else {})
        args = {"device": str(device.uid), **changes, **(also or {})}
        return audit_log.record(device.tournament, kind, args, by=by, inverse=inverse)


def _apply_changes(*changes: tuple[Device, dict[str, Any]]) -> list[Device]:
    """Change devices, and return those that write from now on because no other one writes for their table."""
    tables: list[Place | None] = []
    for device, values in changes:
        tables.append(device.place)
        for name, value in values.items():
            if name == "place":
                move_to_table(device, device.tournament.places.get(number=value))
                device.offered_tokens.filter(entry=None).update(place=device.place)
            else:
                setattr(device, name, value)
        device.save()
        tables.append(device.place)
    return [admitted for table in dict.fromkeys(tables) if (admitted := admit_next(table))]


def _undo_obstacle(act: Act) -> DomainError | None:
    tournament, left = act.tournament, act.undo_data.get("place")
    if not tournament.devices.filter(uid=act.args["device"]).exists():  # its player was struck off
        return DomainError("cannot_be_undone")
    if left is not None and not tournament.places.filter(number=left).exists():  # fewer tables since
        return DomainError("cannot_be_undone")
    later = tournament.acts.filter(version__gt=act.version, undone_by=None, kind__in=UNDONE_KINDS)
    is_followed = any(_changed_devices(act) & _changed_devices(one) for one in later)
    return DomainError("undo_later_first") if is_followed else None


def _changed_devices(act: Act) -> set[str]:
    return {act.args["device"], *act.undo_data.get(OTHERS, {})}


@audit_log.undoes(*UNDONE_KINDS, obstacle=_undo_obstacle)
def _undo_change(tournament: Tournament, act: Act) -> None:
    before = {act.args["device"]: act.undo_data, **act.undo_data.get(OTHERS, {})}
    changes = []
    for device in tournament.devices.select_related("place").filter(uid__in=before).order_by("pk"):
        values = {name: value for name, value in before[str(device.uid)].items() if name != OTHERS}
        changes.append((device, values))
    _apply_changes(*changes)
    for device, _values in changes:
        device.refresh_from_db(fields=["waits"])
        if device.waits and device.state == Device.State.ACTIVE:
            calls.announce_device(device)
