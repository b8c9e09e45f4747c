"""Presence as intervals of rounds: late arrivals, withdrawals and returns are rows."""

from collections import Counter
from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.common.competitors import PLAYERS
from tournaments.common.signals import place_freed
from tournaments.devices import calls
from tournaments.models import (
    Act,
    Entry,
    Presence,
    Publication,
    Round,
    Seat,
    Stage,
    StageEntry,
    Tournament,
    User,
    raw_sql,
    rows,
)
from tournaments.models.locking import locked, reload_all
from tournaments.registration import teams

AT_KIOSK = "kiosk_check_in"
SEATS = Seat.objects.filter(entry=OuterRef("pk"), meeting__void_act=None)
HAS_SEAT = Exists(SEATS.exclude(meeting__round__state=Round.State.VOID))
"""The condition that an entry has or had a seat, in any round that was not voided."""
HAS_PLAYED = Exists(SEATS.filter(meeting__round__state=Round.State.CLOSED))
EVER_SEATED = Exists(Seat.objects.filter(entry=OuterRef("pk"))) | Exists(
    StageEntry.objects.filter(entry=OuterRef("pk"))
)
"""The condition that an entry has had a seat or a place in a bracket, even one that was voided."""
HAS_TAKEN_PART = Exists(Presence.objects.filter(entry=OuterRef("pk"))) | Exists(
    StageEntry.objects.filter(entry=OuterRef("pk")).exclude(stage__state=Stage.State.VOID)
)
"""The condition of an entry that is ranked and counted: it was ever present, or has a place in a bracket.

Who leaves a knock-out after the draw has the place alone, as no round came before. `raw_sql.PEOPLE` has the
same condition.
"""


def check_in(entry: Entry, here: bool, *, by: User | None = None) -> Entry:
    """Check an entry in, or undo it: a mis-tap is one tap to undo. That of a kiosk is undone in the log.

    Raises `DomainError` if an entry that has had a seat is to be checked out: who leaves is withdrawn.
    """
    with locked(entry) as entry:
        if here == (entry.checked_in_at is not None):
            return entry
        if not here:
            _check_can_check_out(entry.tournament, pk=entry.pk)
        act = None if here else _kiosk_act(entry)
        if act:
            audit_log.undo(act, by=by)
        entry.checked_in_at = timezone.now() if here else None
        entry.save(update_fields=["checked_in_at"])
    return entry


def check_in_at_kiosk(entry: Entry, nonce: str) -> None:
    """Check an entry in from a kiosk, once a nonce; only under the lock."""
    tournament = entry.tournament
    done = tournament.acts.filter(kind=AT_KIOSK, args__nonce=nonce).exists()
    if done or entry.checked_in_at:
        return
    entry.checked_in_at = timezone.now()
    entry.save(update_fields=["checked_in_at"])
    args = {"entry": entry.number, "nonce": nonce}
    undo_data = {"at": entry.checked_in_at.isoformat()}
    audit_log.record(tournament, AT_KIOSK, args, by=None, inverse=undo_data)


def checked_in_at_kiosks(tournament: Tournament) -> set[int]:
    """Return the numbers of the entries that are checked in because of a kiosk."""
    acts = tournament.acts.filter(kind=AT_KIOSK, undone_by=None)
    return {act.args["entry"] for act in acts}


def _kiosk_act(entry: Entry) -> Act | None:
    acts = entry.tournament.acts.filter(kind=AT_KIOSK, args__entry=entry.number, undone_by=None)
    act = acts.order_by("version").last()
    return act if act and audit_log.undo_obstacle(act) is None else None


@audit_log.undoes(
    AT_KIOSK, obstacle=lambda act: _check_can_check_out(act.tournament, **_check_in_filter(act))
)
def _check_out(tournament: Tournament, act: Act) -> None:
    tournament.entries.filter(**_check_in_filter(act)).update(checked_in_at=None)


def _check_in_filter(act: Act) -> dict[str, Any]:
    return {"number": act.args["entry"], "checked_in_at": parse_datetime(act.undo_data["at"])}


def _check_can_check_out(tournament: Tournament, **which: Any) -> None:
    """Raise `DomainError` if the standings are official, or one of these entries has had a seat."""
    if is_official(tournament):
        raise DomainError("standings_official")
    seated = tournament.entries.filter(HAS_SEAT, **which).order_by("number").first()
    if seated:
        raise DomainError("already_seated", name=seated.name)


def is_official(tournament: Tournament) -> bool:
    """Return whether the standings are official, so that presence no longer changes."""
    official = Publication.objects.official_now().filter(tournament=tournament)
    return official.exists()


def keys_of_players(*tournaments: Tournament) -> set[int]:
    """Return the keys of the entries that play or have played: they have or had a seat, and have come.

    Who was never checked in has come by the time a game with them is closed.
    """
    seated = Entry.objects.filter(HAS_SEAT, tournament__in=tournaments)
    come = seated.filter(Q(HAS_PLAYED) | ~Q(checked_in_at=None))
    return set(come.values_list("pk", flat=True))


def ever_seated(entries: Sequence[Entry]) -> Entry | None:
    """Return one of `entries` that has had a seat or a place in a bracket, even one that was voided."""
    keys = [entry.pk for entry in entries]
    return Entry.objects.filter(EVER_SEATED, pk__in=keys).order_by("number").first()


def check_in_all(tournament: Tournament, numbers: Collection[int]) -> datetime | None:
    """Check in all of `numbers` who are not; return the moment that `undo_check_ins` takes, or None.

    Those who are not expected in the next round, as they have withdrawn since, are left out.
    """
    with locked(tournament) as tournament:
        now, expected = timezone.now(), entries_present(tournament.pk, next_round_number(tournament))
        missing = expected.filter(number__in=numbers, checked_in_at=None)
        return now if missing.update(checked_in_at=now) else None


def undo_check_ins(tournament: Tournament, moment: datetime) -> int:
    """Undo the check-ins that `check_in_all` made at that moment; return how many there were.

    Raises `DomainError` if one of them has had a seat since.
    """
    with locked(tournament) as tournament:
        _check_can_check_out(tournament, checked_in_at=moment)
        return tournament.entries.filter(checked_in_at=moment).update(checked_in_at=None)


def keys_of_awaited(tournament: Tournament) -> set[int]:
    """Return the keys of those who were left out until they arrive, and have not arrived."""
    kinds = ("leave_out", "withdraw", "come_back")
    last: dict[int, str] = {}
    done = tournament.acts.filter(kind__in=kinds, undone_by=None).order_by("version")
    for kind, args in done.values_list("kind", "args"):
        last |= dict.fromkeys(args.get("entries", [args.get("entry")]), kind)
    numbers = [number for number, kind in last.items() if kind == "leave_out"]
    if not numbers:
        return set()
    keys = tournament.entries.filter(number__in=numbers).values_list("pk", flat=True)
    return set(keys) - keys_of_present(tournament, next_round_number(tournament))


def withdrawn_before_play(tournament: Tournament, keys: Set[int]) -> set[int]:
    """Return those of these entries that withdrew before game 1; who is still to arrive did not."""
    away = set(keys & set(tournament.entries.exclude(HAS_TAKEN_PART).values_list("pk", flat=True)))
    return away - keys_of_awaited(tournament) if away else away


def departed_last_rounds(tournament: Tournament) -> dict[int, int]:
    """Return the last round of all who have played and are no longer here, by number of the entry."""
    return {number: last for number, last in _ended(tournament.pk) if last is not None}


@rows.prepared
def _ended(tournament: int) -> QuerySet[Presence, tuple[int, int | None]]:
    rounds = Round.objects.filter(
        stage__tournament=tournament, stage__order=1, number__gt=OuterRef("to_round")
    )
    seated_since = Exists(rounds.exclude(state=Round.State.VOID))
    ended = Presence.objects.filter(seated_since, entry__tournament=tournament)
    later = Presence.objects.filter(entry=OuterRef("entry"), from_round__gt=OuterRef("to_round"))
    return ended.exclude(Exists(later)).values_list("entry__number", "to_round")


class Departure(NamedTuple):
    """A person who has left: number, first round without them, when that was recorded and by whom.

    `back` is the first round with them again, None where they have not come back.
    """

    number: int
    from_round: int
    at: datetime
    by: User | None
    back: int | None = None


def departures(tournament: Tournament, upto: int | None = None) -> list[Departure]:
    """Return those who left and have not come back, in that order, now or as of version `upto`."""
    return [one for one in absences(tournament, upto) if one.back is None]


def absences(tournament: Tournament, upto: int | None = None) -> list[Departure]:
    """Return those who left, in that order, even if they came back; not those who missed no round."""
    acts_ = tournament.acts.filter(kind__in=("withdraw", "come_back", "leave_out"))
    if upto is None:
        acts_ = acts_.filter(undone_by=None)
    else:
        acts_ = acts_.filter(version__lte=upto).exclude(undone_by__version__lte=upto)
    away: dict[int, Departure] = {}
    found: list[Departure] = []
    for act in acts_.select_related("by").order_by("version"):
        for number in act.args.get("entries", [act.args.get("entry")]):
            left, from_round = away.pop(number, None), act.args["from_round"]
            if left and act.kind == "come_back" and from_round > left.from_round:
                found.append(left._replace(back=from_round))
            elif act.kind == "withdraw":
                away[number] = Departure(number, from_round, act.at, act.by)
    return sorted([*found, *away.values()], key=lambda one: one.at)


def next_round_number(tournament: Tournament) -> int:
    """Return the number of the first qualifying round that is not seated yet."""
    return (rows.fetch_value(raw_sql.LAST_SEATED_ROUND, tournament.pk) or 0) + 1


def has_begun(tournament: Tournament) -> bool:
    """Return whether play has begun: game 1 is seated, or the bracket of a knock-out is drawn."""
    return bool(rows.fetch_value(raw_sql.HAS_BEGUN, tournament.pk))


def rounds_ahead(tournament: Tournament, planned: int) -> range:
    """Return the rounds from which people can still leave or arrive: those that are planned and not seated.

    A knock-out plans none; people leave and arrive before its bracket is drawn.
    """
    if not planned:
        return range(1, 1 if has_begun(tournament) else 2)
    return range(next_round_number(tournament), planned + 1)


def _check_not_drawn(tournament: Tournament) -> None:
    """Raise `DomainError` if the bracket of a knock-out is drawn: who is here no longer changes then.

    Where there are games, the first of them is seated before any other round.
    """
    if next_round_number(tournament) == 1 and has_begun(tournament):
        raise DomainError("bracket_drawn")


def present(tournament: Tournament, round_number: int) -> list[Entry]:
    """Return the entries present in a round, by number, without the house player."""
    return rows.attach_related(_present(tournament.pk, round_number), tournament=tournament)


def keys_of_present(tournament: Tournament, round_number: int) -> set[int]:
    """Return the keys of the entries present in a round, without the house player's."""
    return set(_keys_of_present(tournament.pk, round_number))


def count_present(tournament: Tournament, round_number: int) -> Counter[str]:
    """Count the entries present in a round by their kind, without the house player."""
    return Counter(dict(_kinds_of_present(tournament.pk, round_number)))


@rows.prepared
def _present(tournament: int, round_number: int) -> QuerySet[Entry]:
    return entries_present(tournament, round_number)


@rows.prepared
def _keys_of_present(tournament: int, round_number: int) -> QuerySet[Entry, int]:
    return entries_present(tournament, round_number).values_list("pk", flat=True)


@rows.prepared
def _kinds_of_present(tournament: int, round_number: int) -> QuerySet[Entry, tuple[str, int]]:
    here = entries_present(tournament, round_number).order_by()
    return here.values_list("kind").annotate(count=Count("pk"))


def entries_present(tournament: int, round_number: int) -> QuerySet[Entry]:
    """Return the query of the entries present in a round, without the house player; for other queries."""
    here = Presence.objects.filter(
        Q(to_round=None) | Q(to_round__gte=round_number), entry=OuterRef("pk"), from_round__lte=round_number
    )
    entries = Entry.objects.filter(Exists(here), tournament=tournament)
    return entries.exclude(kind=Entry.Kind.HOUSE).order_by("number")


@dataclass(frozen=True)
class Consequence:
    """The effect of an absence or a return in numbers, shown before it is recorded."""

    players_before: int
    players_after: int
    from_round: int
    rounds_missed: int
    odd_after: bool
    competing: str = PLAYERS


def consequence(entry: Entry, *, leaves: bool, from_round: int, rounds: int) -> Consequence:
    """Return what changes when `entry` leaves before round `from_round`, or is here from it on.

    `rounds` is how many rounds the stage has.
    """
    here = keys_of_present(entry.tournament, from_round)
    after = here - {entry.pk} if leaves else here | {entry.pk}
    last = from_round - 1
    stays_on = sum(
        max(0, min(presence.to_round or last, last) - presence.from_round + 1)
        for presence in entry.presences.all()
        if presence.from_round <= last
    )
    missed = (rounds - from_round + 1 if stays_on else 0) if leaves else from_round - 1 - stays_on
    kind = teams.competing_kind(entry.tournament)
    return Consequence(len(here), len(after), from_round, missed, len(after) % 2 == 1, kind)


def withdraw(entry: Entry, *, from_round: int, by: User | None, reason: str = "withdrawn") -> Act:
    """Record that an entry is not here from `from_round` on, or no longer awaited.

    Raises `DomainError` if that round is seated, or the bracket of a knock-out is drawn.
    """
    return _change_presence(entry, "withdraw", from_round, reason, by)


def come_back(entry: Entry, *, from_round: int, by: User | None, reason: str = "returned") -> Act:
    """Record that an entry arrives late or returns: here from `from_round` on. Raises `DomainError`."""
    return _change_presence(entry, "come_back", from_round, reason, by)


def _change_presence(entry: Entry, kind: str, from_round: int, reason: str, by: User | None) -> Act:
    with locked(entry) as entry:
        tournament = entry.tournament
        if from_round < next_round_number(tournament):
            raise DomainError("round_already_seated", round=from_round)
        before = _intervals(entry)
        is_here = any(start <= from_round and (end is None or end >= from_round) for start, end, _ in before)
        arrives = kind == "come_back"
        if is_here or arrives:
            _check_not_drawn(tournament)
        if is_here and arrives:
            raise DomainError("already_here", name=entry.name)
        if not (is_here or arrives or entry.pk in keys_of_awaited(tournament)):
            raise DomainError("already_gone", name=entry.name)
        after = _cut_intervals(before, from_round)
        if arrives:
            if not before:  # a person who comes for the first time is ranked from now on
                audit_log.check_not_ended(tournament)
            after.append((from_round, None, reason))
        act = audit_log.record(
            tournament,
            kind,
            {"entry": entry.number, "from_round": from_round, "reason": reason},
            by=by,
            inverse={"intervals": before},
        )
        _write_intervals(entry, after, act)
        if arrives:
            calls.resolve_arrival(tournament, entry.number)
        else:
            place_freed.send(sender=Entry, tournament=tournament)
        return act


def _intervals(entry: Entry) -> list[tuple[int, int | None, str]]:
    return [(row.from_round, row.to_round, row.reason) for row in entry.presences.all()]


def _write_intervals(entry: Entry, intervals: list, act: Act | None) -> None:
    entry.presences.all().delete()
    Presence.objects.bulk_create(
        Presence(entry=entry, from_round=start, to_round=end, reason=why, act=act)
        for start, end, why in intervals
    )


def leave_out(
    tournament: Tournament, entries: Sequence[Entry], *, by: User | None, from_round: int | None = None
) -> Act | None:
    """Leave out people who have not come, from the next round until they arrive. One act, one undo.

    Those who were checked in meanwhile stay in; return None if no one is left to leave out. Raises
    `DomainError` if the next round is no longer `from_round`, or the bracket of a knock-out is drawn.
    """
    ticked = {entry.pk: entry.checked_in_at for entry in entries}
    with locked(tournament) as tournament:
        number = next_round_number(tournament)
        if from_round is not None and from_round < number:
            raise DomainError("round_already_seated", round=from_round)
        _check_not_drawn(tournament)
        entries = reload_all(entries, tournament)
        absent = [entry for entry in entries if entry.checked_in_at == ticked[entry.pk]]
        if not absent:
            return None
        before = {str(entry.number): _intervals(entry) for entry in absent}
        act = audit_log.record(
            tournament,
            "leave_out",
            {"entries": [entry.number for entry in absent], "from_round": number},
            by=by,
            inverse={"intervals": before},
        )
        for entry in absent:
            _write_intervals(entry, _cut_intervals(before[str(entry.number)], number), act)
        return act


def _cut_intervals(intervals: list, round_number: int) -> list:
    return [
        (start, round_number - 1 if end is None or end >= round_number else end, why)
        for start, end, why in intervals
        if start < round_number
    ]


@audit_log.undoes("leave_out", obstacle=lambda act: _undo_obstacle(act, act.args["entries"]))
def _restore_left_out(tournament: Tournament, act: Act) -> None:
    for number, intervals in act.undo_data["intervals"].items():
        for entry in tournament.entries.filter(number=number):
            _write_intervals(entry, intervals, None)


def _undo_obstacle(act: Act, numbers: Sequence[int]) -> DomainError | None:
    """Return, or raise, why `act` cannot be undone; None if it can.

    Its round is seated, a bracket is drawn, or the presence of one of `numbers` was changed later.
    """
    if act.args["from_round"] < next_round_number(act.tournament):
        return DomainError("next_round_is_seated", round=act.args["from_round"])
    _check_not_drawn(act.tournament)
    later = act.tournament.acts.filter(
        kind__in=["withdraw", "come_back", "leave_out"], version__gt=act.version, undone_by=None
    )
    touched = [args.get("entries", [args.get("entry")]) for args in later.values_list("args", flat=True)]
    return DomainError("undo_later_first") if any(set(numbers) & set(one) for one in touched) else None


def _presence_obstacle(act: Act) -> DomainError | None:
    entry = act.tournament.entries.filter(number=act.args["entry"]).first()
    if entry is None:  # removed from the list since
        return DomainError("cannot_be_undone")
    return _undo_obstacle(act, [entry.number])


@audit_log.undoes("withdraw", "come_back", obstacle=_presence_obstacle)
def _restore_presence(tournament: Tournament, act: Act) -> None:
    entry = tournament.entries.get(number=act.args["entry"])
    _write_intervals(entry, act.undo_data["intervals"], None)
    if act.kind == "come_back":
        place_freed.send(sender=Entry, tournament=tournament)
