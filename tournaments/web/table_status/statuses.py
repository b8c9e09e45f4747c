"""The hall as its organiser sees it: the state of every table, its tablets, and open calls."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from tournaments import devices
from tournaments.common import audit_log
from tournaments.devices import SILENT_AFTER, calls
from tournaments.devices.table_layout import Row, rows_as_placed
from tournaments.models import RANK_ONLY, Act, Call, Device, Place, Round, Stage, Tournament, User
from tournaments.models.locking import locked
from tournaments.rounds import scores
from tournaments.rounds.scores import TableState

LATE_SHARE = 3, 4  # a table without a result is late when so many of all others are in
EMPTY, SEATED, PLAYING, WAITING, ENTERED, DISPUTED, BYE, CLOSED = (
    "empty",
    "seated",
    "playing",
    "waiting",
    "entered",
    "disputed",
    "bye",
    "closed",
)
UNFINISHED = (PLAYING, WAITING)


@dataclass(frozen=True)
class DeviceStatus:
    """A device at present: how long ago it last spoke, and whether that is too long."""

    device: Device
    silent_for: timedelta

    @property
    def silent(self) -> bool:
        return self.silent_for >= SILENT_AFTER

    @property
    def minutes(self) -> int:
        return int(self.silent_for.total_seconds()) // 60


@dataclass(frozen=True)
class TableStatus:
    """One table of the hall: its players and their progress, its tablets, and whether it is late."""

    number: int
    state: str
    table: TableState | None
    tablets: tuple[DeviceStatus, ...]
    crowded: bool
    late: bool = False

    @property
    def unsent(self) -> int:
        return sum(status.device.queued for status in self.tablets)

    @property
    def spoke(self) -> DeviceStatus | None:
        """Return the tablet that spoke last."""
        return min(self.tablets, key=lambda status: status.silent_for, default=None)


@dataclass(frozen=True)
class Hall:
    """Every table in order, every device, and the open calls.

    `rows` are the tables as placed in the hall; empty if that was not declared.
    """

    rounds: tuple[Round, ...]
    spots: tuple[TableStatus, ...]
    rows: tuple[Row, ...]
    statuses: tuple[DeviceStatus, ...]
    calls: tuple[Call, ...]

    @property
    def late(self) -> list[TableStatus]:
        return [spot for spot in self.spots if spot.late]

    @property
    def crowded(self) -> list[TableStatus]:
        return [spot for spot in self.spots if spot.crowded]

    @property
    def disputed(self) -> list[TableStatus]:
        return [spot for spot in self.spots if spot.state == DISPUTED]

    def spot(self, number: int) -> TableStatus | None:
        """Return the table with that number, or None."""
        return next((spot for spot in self.spots if spot.number == number), None)


def load_hall(tournament: Tournament, statuses: Sequence[DeviceStatus] | None = None) -> Hall:
    """Return the hall now, in a number of queries that does not grow with it."""
    seen = device_statuses(tournament) if statuses is None else statuses
    rounds = rounds_now(tournament)
    at_table: dict[int, list[DeviceStatus]] = defaultdict(list)
    for status in seen:
        if status.device.place and status.device.state == Device.State.ACTIVE:
            at_table[status.device.place.number].append(status)
    shown = _with_decided_matches(tournament, rounds)
    states = scores.table_states(shown) if shown else []
    # of two matches with one number, the one being played comes last
    tables = {table.number: table for table in sorted(states, key=lambda table: not table.settled)}
    waiting = tuple(calls.open_calls(tournament))
    too_many = {call.place.number for call in waiting if call.what == Call.What.NEW and call.place}
    places = list(tournament.places.all())
    numbers = sorted({*(place.number for place in places), *tables})
    spots = [
        TableStatus(number, _state(there), there, tuple(at_table[number]), crowded=number in too_many)
        for number, there in ((number, tables.get(number)) for number in numbers)
    ]
    return Hall(tuple(rounds), tuple(_mark_late(spots)), tuple(rows_as_placed(places)), tuple(seen), waiting)


def device_statuses(tournament: Tournament) -> list[DeviceStatus]:
    """Return every device of a tournament, those in use first, by table; phones after tablets."""
    now = timezone.now()
    known = tournament.devices.select_related("place", "entry")
    return sorted((DeviceStatus(device, abs(now - device.last_seen)) for device in known), key=_sort_key)


def _sort_key(status: DeviceStatus) -> tuple:
    device = status.device
    number = device.place.number if device.place else device.entry.number if device.entry else 0
    return device.state != Device.State.ACTIVE, device.place is None, number, device.joined_at, device.pk


def rounds_now(tournament: Tournament) -> list[Round]:
    """Return the rounds being played; else those seated; else the last one played."""
    standing = Round.objects.filter(stage__tournament=tournament).exclude(stage__state=Stage.State.VOID)
    standing = standing.exclude(Q(state=Round.State.VOID) | Q(state=Round.State.PLANNED))
    rounds = list(standing.select_related("stage").order_by("stage__order", "number"))
    for wanted in (Round.State.OPEN, Round.State.SEATED):
        chosen = [round_ for round_ in rounds if round_.state == wanted]
        if chosen:
            return chosen
    return rounds[-1:]


def _with_decided_matches(tournament: Tournament, rounds: list[Round]) -> list[Round]:
    """Add decided medal matches while others are being played: people still sit at their tables."""
    if not any(round_.stage.ranks_only for round_ in rounds):
        return rounds
    decided = Round.objects.filter(stage__tournament=tournament, stage__kind__in=RANK_ONLY)
    decided = decided.filter(state=Round.State.CLOSED).exclude(stage__state=Stage.State.VOID)
    known = {round_.pk for round_ in rounds}
    return [*(one for one in decided.select_related("stage") if one.pk not in known), *rounds]


def _state(table: TableState | None) -> str:
    if table is None:
        return EMPTY
    if table.disputed:
        return DISPUTED
    if table.bye:
        return BYE
    if table.meeting.round.state == Round.State.SEATED:
        return SEATED
    closed = table.meeting.round.state == Round.State.CLOSED
    if closed and table.meeting.round.stage.kind == Stage.Kind.QUALIFYING:
        return CLOSED
    if table.settled:
        return ENTERED
    return WAITING if table.waiting else PLAYING


def _mark_late(spots: Sequence[TableStatus]) -> Iterable[TableStatus]:
    """Mark the tables without a result once most of the others have theirs.

    A silent tablet does not make its table late: people may be playing, on paper for instance.
    """
    playing = [spot for spot in spots if spot.state in (*UNFINISHED, ENTERED, DISPUTED)]
    done = sum(spot.state not in UNFINISHED for spot in playing)
    part, whole = LATE_SHARE
    last = done * whole >= len(playing) * part
    for spot in spots:
        yield replace(spot, late=last and spot.state in UNFINISHED)


# acts of older versions about tablets that wrote already: nothing to restore
audit_log.undoes("device_share")(audit_log.no_further_undo)


# A lost sheet


def renew_code(place: Place, *, shut_out: bool, by: User | None) -> Act:
    """Give a table another code, which makes its old sheet void. Its tablets stay, or are shut out."""
    with locked(place) as place:
        there = place.devices.filter(state=Device.State.ACTIVE, entry=None)
        out = [str(device.uid) for device in there] if shut_out else []
        for device in there if shut_out else ():
            devices.revoke(device, by=by)
        devices.renew(place)
        with locked(place.tournament) as tournament:
            return audit_log.record(
                tournament, "device_code", {"table": place.number, "shut_out": out}, by=by
            )


# Devices that the organiser lets report


def allow_phones(tournament: Tournament, allowed: bool, *, by: User | None) -> Act | None:
    """Let players report from their own phones, or no longer; return None if that is so already."""
    return _allow(tournament, "device_phones", allowed, by=by)


def allow_both(tournament: Tournament, allowed: bool, *, by: User | None) -> Act | None:
    """Let a second tablet at a table report at once or once let in. Return None if that is so already."""
    return _allow(tournament, "device_both", allowed, by=by)


SETTING_BY_KIND = {"device_phones": devices.PHONES_SETTING, "device_both": devices.BOTH_SETTING}


def _allow(tournament: Tournament, kind: str, allowed: bool, *, by: User | None) -> Act | None:
    with locked(tournament) as known:
        before = bool(known.settings.get(SETTING_BY_KIND[kind]))
        if before == allowed:
            return None
        known.save_settings(**{SETTING_BY_KIND[kind]: allowed})
        return audit_log.record(known, kind, {"allowed": allowed}, by=by, inverse={"allowed": before})


@audit_log.undoes(*SETTING_BY_KIND)
def _restore_setting(tournament: Tournament, act: Act) -> None:
    tournament.save_settings(**{SETTING_BY_KIND[act.kind]: act.undo_data["allowed"]})
