"""The seats at a device, cached in this process until something other than results is written.

At the end of a round every tablet of a hall asks again after each result. Rounds, seats, names and rules
change with the version of a tournament too, but never with a line: so the key is the version less its lines.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeVar

from django.db.models import Count, Q, QuerySet
from django.utils.translation import get_language

from tournaments import rounds
from tournaments.devices.calls import waiting_call
from tournaments.models import Call, Device, Meeting, Result, Round, Seat, Stage, Tournament, raw_sql
from tournaments.models.rows import fetch, prepared
from tournaments.publishing import board_results
from tournaments.registration import annotate_past_players
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import TableState

MAX_KEPT = 2000  # a thousand tablets in several halls, and as many phones

Thing = TypeVar("Thing")


class RecentValues(Generic[Thing]):
    """The things that were asked for last, by what they depend on."""

    def __init__(self, most: int) -> None:
        self.most, self.things, self.lock = most, OrderedDict[Hashable, Thing](), Lock()

    def get(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """Return the thing of that key, made if it is not there."""
        with self.lock:
            if key in self.things:
                self.things.move_to_end(key)
                return self.things[key]
        # Not under the lock: `make` queries the database, and every device of the hall would wait behind one.
        # Two requests at once make it twice, of the same key and so the same.
        made = make()
        with self.lock:
            self.things[key] = made
            while len(self.things) > self.most:
                self.things.popitem(last=False)
        return made


@dataclass(frozen=True)
class SeatsOfDevice:
    """The round in play at a device, the players who meet there, and where those before them went.

    `moved` are pairs of seats of the same entry: in the round before, and in this one. `newcomers` are
    tablets that wait beside another one at its table: their keys and labels.
    """

    stage: Stage
    round: Round | None
    meeting: Meeting | None
    seats: tuple[Seat, ...]
    moved: tuple[tuple[Seat, Seat], ...]
    newcomers: tuple[tuple[int, str], ...] = ()


DEVICE_SEATS: RecentValues[SeatsOfDevice] = RecentValues(MAX_KEPT)
WAITING_CALLS: RecentValues[Call | None] = RecentValues(MAX_KEPT)
TABLE_STATES: RecentValues[TableState] = RecentValues(MAX_KEPT)
UNFINISHED_TABLES: RecentValues[list[int]] = RecentValues(100)
_boards: RecentValues[dict[int, list[str]]] = RecentValues(100)


def seats_of_device(device: Device) -> SeatsOfDevice:
    """Return the seats at `device`, or those of its last round."""
    where = (device.place_id, device.entry_id)
    return DEVICE_SEATS.get((*_acts_key(device.tournament), where), lambda: _load_seats(device))


def call_from(device: Device) -> Call | None:
    """Return the call for a judge, or protest, that waits from `device` or its table."""
    return WAITING_CALLS.get((*_acts_key(device.tournament), device.pk), lambda: waiting_call(device))


def table_of(tournament: Tournament, sitting: SeatsOfDevice) -> TableState | None:
    """Return the state of the meeting at a device, from its lines; None if there is no meeting."""
    meeting = sitting.meeting
    if meeting is None:
        return None
    lines = fetch(raw_sql.COUNT_LINES, meeting.pk)[0][0]  # lines are never deleted
    number = meeting.place.number if meeting.place else 0
    key = (*_acts_key(tournament), meeting.pk, lines)
    return TABLE_STATES.get(key, lambda: scores.table_state(meeting, number, sitting.seats))


def unfinished_tables(tournament: Tournament, round_: Round) -> list[int]:
    """Return the numbers of the tables that a round waits for, the same for every tablet of a hall."""
    if round_.state != Round.State.OPEN:
        return []
    key = (tournament.uid, tournament.epoch, tournament.version, round_.pk)
    return UNFINISHED_TABLES.get(key, lambda: _find_unfinished_tables(round_))


def boards_of(tournament: Tournament, round_: Round, *, with_results: bool) -> dict[int, list[str]]:
    """Return the matches of teams in a round by the keys of their meetings, once for all tablets of it."""
    key = (tournament.uid, tournament.epoch, tournament.version, round_.pk, with_results, get_language())
    return _boards.get(key, lambda: board_results.tablet_lines(round_, with_results=with_results))


def _find_unfinished_tables(round_: Round) -> list[int]:
    if round_.meetings.filter(void_act=None, games_planned__gt=1).exists():
        return rounds.unsettled_tables(round_)
    done = Result.objects.filter(meeting__round=round_, state="settled").values("meeting")
    sitting = Meeting.objects.filter(round=round_, void_act=None).exclude(pk__in=done)
    playing = sitting.annotate(sides=Count("seats__side", distinct=True)).filter(sides__gt=1)
    return list(playing.order_by("place__number").values_list("place__number", flat=True))


def _acts_key(tournament: Tournament) -> tuple[Any, ...]:
    """Return a key that changes with every act and with no line."""
    return tournament.pk, tournament.uid, tournament.epoch, tournament.version - tournament.last_line


def _load_seats(device: Device) -> SeatsOfDevice:
    newest = _newest_stage_at(device.tournament_id, device.place_id, device.entry_id)
    stage = newest[0].stage if newest else stages.qualifying(device.tournament)
    new = tuple(_newcomers(device.place_id)) if device.place_id else ()
    where = device.place_id, device.entry_id
    # Where only some entries play, the round of those who sit here is meant.
    newest = _newest_round_at(stage.pk, *where) if stage.ranks_only else _newest_round(stage.pk)
    if not newest:
        return SeatsOfDevice(stage, None, None, (), (), new)
    round_ = newest[0]
    meeting = next(iter(_meeting_at(round_.pk, *where)), None)
    seats = _seats_at(meeting.pk) if meeting else []
    return SeatsOfDevice(stage, round_, meeting, tuple(seats), _moved_seats(device, round_), new)


def _meeting_filter(place: int | None, entry: int | None, prefix: str = "") -> Q:
    """Filter meetings, at the end of a `prefix`: those of an entry, or else those at a table."""
    return Q(**({prefix + "seats__entry": entry} if entry else {prefix + "place": place}))


@prepared
def _newcomers(place: int) -> QuerySet[Device, tuple[int, str]]:
    """Return waiting tablets; they change only with a new version, as rounds and seats do."""
    waiting = Device.objects.filter(place=place, state=Device.State.ACTIVE, waits=True)
    return waiting.order_by("joined_at", "pk").values_list("pk", "label")


@prepared
def _newest_stage_at(tournament: int, place: int | None, entry: int | None) -> QuerySet[Round]:
    standing = Round.objects.filter(rounds.NOT_VOID, stage__tournament=tournament)
    sitting = standing.filter(_meeting_filter(place, entry, "meetings__"), meetings__void_act=None)
    return sitting.select_related("stage").order_by("-stage__order")[:1]


@prepared
def _newest_round(stage: int) -> QuerySet[Round]:
    seated = Round.objects.filter(rounds.NOT_VOID, stage=stage).exclude(state=Round.State.PLANNED)
    return seated.select_related("stage").order_by("-number")[:1]


@prepared
def _newest_round_at(stage: int, place: int | None, entry: int | None) -> QuerySet[Round]:
    seated = Round.objects.filter(rounds.NOT_VOID, stage=stage).exclude(state=Round.State.PLANNED)
    here = seated.filter(_meeting_filter(place, entry, "meetings__"), meetings__void_act=None).distinct()
    return here.select_related("stage").order_by("-number")[:1]


@prepared
def _meeting_at(round_: int, place: int | None, entry: int | None) -> QuerySet[Meeting]:
    meetings = Meeting.objects.filter(_meeting_filter(place, entry), round=round_, void_act=None)
    return meetings.select_related("place", "round__stage").order_by("pk")[:1]


@prepared
def _seats_at(meeting: int) -> QuerySet[Seat]:
    seats = annotate_past_players(Seat.objects.filter(meeting=meeting))
    return seats.select_related("entry", "member__player").order_by("side", "order_in_side")


def _moved_seats(device: Device, round_: Round) -> tuple[tuple[Seat, Seat], ...]:
    """Return the seats here in the round before, each with the present seat of the same player."""
    if device.place_id is None or round_.number == 1:
        return ()
    before = _seats_at_place(round_.stage_id, round_.number - 1, device.place_id)
    was = {(seat.entry_id, seat.member_id): seat for seat in before}
    now = _seats_by_entries(round_.stage_id, round_.number, list({entry for entry, _member in was}))
    return tuple((was[who], seat) for seat in now if (who := (seat.entry_id, seat.member_id)) in was)


@prepared
def _seats_at_place(stage: int, number: int, place: int) -> QuerySet[Seat]:
    return rounds.seats_of_round(stage, number).filter(meeting__place=place)


@prepared
def _seats_by_entries(stage: int, number: int, entries: list[int]) -> QuerySet[Seat]:
    return rounds.seats_of_round(stage, number).filter(entry__in=entries)
