"""1  The door: who is entered, who has come, who is late, who has left, who came back.

Presence is intervals of rounds: a late arrival, a withdrawal and a return are rows, and nobody leaves a list.
"""

import unicodedata
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q
from django.utils import timezone

from scoring import Refusal
from tournaments import acts
from tournaments.models import Act, Entry, Member, Player, Presence, Round, Seat, Tournament, User
from tournaments.models.tournament import locked

PARTICLES = {"d", "da", "de", "del", "der", "des", "du", "la", "le", "les", "st", "ste", "van", "von"}
DETAILS = ("club", "region", "member_number", "fee_cents", "paid_how", "apart")


def fold(text: str) -> str:
    """Text as a person compares it: no accents, no case, curly and straight apostrophes alike."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'").replace("œ", "oe").replace("Œ", "OE"))
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).casefold().split())


def sort_name(name: str) -> str:
    """A name folded for an alphabetical list, family name first: «Réal de la Durantaye» -> «de la durantaye real».

    The family name is what stands before a comma, or else the last word with the particles before it.
    """
    if "," in name:
        return fold(name.replace(",", " "))
    words = fold(name).split()
    start = len(words) - 1
    while start > 1 and words[start - 1].rstrip(".") in PARTICLES:
        start -= 1
    return " ".join(words[start:] + words[:start])


def add_entry(tournament: Tournament, name: str, *, kind: str = Entry.Kind.PLAYER, **details: Any) -> Entry:
    """Enter a player under the next number, here from the first round that is not yet seated.

    `details`: club, region, member_number, fee_cents, paid_how, apart (a tag shared by those who must not
    meet in round 1). Raises `Refusal` for an empty or endless name.
    """
    with locked(tournament.pk) as tournament:
        entry = _new_entry(tournament, name, kind, details)
        Presence.objects.create(entry=entry, from_round=next_round_number(tournament))
        return entry


def _new_entry(tournament: Tournament, name: str, kind: str, details: dict[str, Any]) -> Entry:
    name = _clean_name(name)
    highest = tournament.entries.aggregate(highest=Max("number"))["highest"] or 0
    entry = Entry.objects.create(
        tournament=tournament,
        number=highest + 1,
        kind=kind,
        name=name,
        sort_name=sort_name(name),
        **_clean_details(details),
    )
    if kind == Entry.Kind.PLAYER:
        Member.objects.create(entry=entry, player=_player_of(tournament, entry))
    return entry


def _clean_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise Refusal("name_missing")
    if len(name) > 120:
        raise Refusal("name_too_long", most=120)
    return name


def _clean_details(details: dict[str, Any]) -> dict[str, Any]:
    unknown = set(details) - set(DETAILS)
    if unknown:
        raise TypeError(f"unknown details: {sorted(unknown)}")
    return {key: " ".join(value.split()) if isinstance(value, str) else value for key, value in details.items()}


def _player_of(tournament: Tournament, entry: Entry) -> Player:
    """The person behind an entry: the same member number, or the same name and club, is the same person."""
    known = Player.objects.filter(organisation=tournament.organisation, erased_at=None)
    if entry.member_number:
        same = known.filter(member_number=entry.member_number, sort_name=entry.sort_name)
    else:
        same = known.filter(sort_name=entry.sort_name, club__iexact=entry.club)
    player = same.exclude(memberships__entry__tournament=tournament).first()
    return player or Player.objects.create(
        organisation=tournament.organisation,
        name=entry.name,
        sort_name=entry.sort_name,
        club=entry.club,
        region=entry.region,
        member_number=entry.member_number,
    )


def edit_entry(entry: Entry, name: str, **details: Any) -> Entry:
    """Mend how an entry is written: its name and details, at any moment of the day."""
    with locked(entry.tournament_id):
        entry.name = _clean_name(name)
        entry.sort_name = sort_name(entry.name)
        for key, value in _clean_details(details).items():
            setattr(entry, key, value)
        entry.save()
        for member in entry.members.select_related("player"):
            player = member.player
            player.name, player.sort_name, player.club = entry.name, entry.sort_name, entry.club
            player.region, player.member_number = entry.region, entry.member_number
            player.save()
        return entry


def strike(entry: Entry) -> None:
    """Take off the list somebody who was never seated: a typing mistake. Raises `Refusal` after that."""
    with locked(entry.tournament_id):
        if Seat.objects.filter(entry=entry).exists():
            raise Refusal("already_seated", name=entry.name)
        entry.members.all().delete()
        entry.presences.all().delete()
        entry.delete()


def ensure_house(tournament: Tournament, name: str) -> Entry:
    """The house player of a tournament: plays, is not ranked. Made under `name` where there is none yet."""
    house = tournament.entries.filter(kind=Entry.Kind.HOUSE).first()
    return house or add_entry(tournament, name, kind=Entry.Kind.HOUSE)


def check_in(entry: Entry, here: bool) -> Entry:
    """Tick somebody off at the door, or take the tick back: a mis-tap is one tap to undo."""
    entry.checked_in_at = timezone.now() if here else None
    entry.save(update_fields=["checked_in_at"])
    return entry


def next_round_number(tournament: Tournament) -> int:
    """The number of the first qualifying round that is not seated yet."""
    rounds = Round.objects.filter(stage__tournament=tournament, stage__order=1).exclude(state=Round.State.VOID)
    return (rounds.aggregate(last=Max("number"))["last"] or 0) + 1


def present(tournament: Tournament, round_number: int) -> list[Entry]:
    """Who is here in a round, by number; the house player is not among them."""
    interval = Q(presences__from_round__lte=round_number) & (
        Q(presences__to_round=None) | Q(presences__to_round__gte=round_number)
    )
    return list(tournament.entries.filter(interval).exclude(kind=Entry.Kind.HOUSE).distinct().order_by("number"))


@dataclass(frozen=True)
class Consequence:
    """What an absence or a return would change, as numbers, to be said before it is done."""

    players_before: int
    players_after: int
    from_round: int
    rounds_missed: int
    odd_after: bool


def consequence(entry: Entry, *, leaves: bool, from_round: int, rounds: int) -> Consequence:
    """What changes when `entry` leaves before round `from_round`, or is here from it on.

    `rounds` is how many rounds the stage has.
    """
    here = {other.pk for other in present(entry.tournament, from_round)}
    after = here - {entry.pk} if leaves else here | {entry.pk}
    missed = rounds - from_round + 1 if leaves else from_round - 1 - _rounds_here(entry, from_round - 1)
    return Consequence(len(here), len(after), from_round, missed, len(after) % 2 == 1)


def _rounds_here(entry: Entry, last: int) -> int:
    return sum(
        max(0, min(presence.to_round or last, last) - presence.from_round + 1)
        for presence in entry.presences.all()
        if presence.from_round <= last
    )


def withdraw(entry: Entry, *, from_round: int, by: User | None, reason: str = "withdrawn") -> Act:
    """Somebody leaves: not here from round `from_round` on. Raises `Refusal` where that round is seated."""
    return _change_presence(entry, "withdraw", from_round, reason, by)


def come_back(entry: Entry, *, from_round: int, by: User | None, reason: str = "returned") -> Act:
    """Somebody arrives late or returns: here from round `from_round` on."""
    return _change_presence(entry, "come_back", from_round, reason, by)


def _change_presence(entry: Entry, kind: str, from_round: int, reason: str, by: User | None) -> Act:
    with locked(entry.tournament_id) as tournament:
        if from_round < next_round_number(tournament):
            raise Refusal("round_already_seated", round=from_round)
        before = _intervals(entry)
        is_here = any(start <= from_round and (end is None or end >= from_round) for start, end, _ in before)
        if is_here == (kind == "come_back"):
            raise Refusal("already_here" if is_here else "already_gone", name=entry.name)
        after = [
            (start, from_round - 1 if end is None or end >= from_round else end, why)
            for start, end, why in before
            if start < from_round
        ]
        if kind == "come_back":
            after.append((from_round, None, reason))
        act = acts.record(
            tournament,
            kind,
            {"entry": entry.number, "from_round": from_round, "reason": reason},
            by=by,
            inverse={"intervals": before},
        )
        _write_intervals(entry, after, act)
        return act


def _intervals(entry: Entry) -> list[tuple[int, int | None, str]]:
    return [(row.from_round, row.to_round, row.reason) for row in entry.presences.all()]


def _write_intervals(entry: Entry, intervals: list, act: Act | None) -> None:
    entry.presences.all().delete()
    Presence.objects.bulk_create(
        Presence(entry=entry, from_round=start, to_round=end, reason=why, act=act) for start, end, why in intervals
    )


def _presence_obstacle(act: Act) -> Refusal | None:
    entry = act.tournament.entries.filter(number=act.args["entry"]).first()
    if entry is None or act.args["from_round"] < next_round_number(act.tournament):
        return Refusal("round_already_seated", round=act.args["from_round"])
    later = act.tournament.acts.filter(
        kind__in=["withdraw", "come_back"], version__gt=act.version, args__entry=entry.number, undone_by=None
    )
    return Refusal("undo_later_first") if later.exists() else None


@acts.undoes("withdraw", _presence_obstacle)
@acts.undoes("come_back", _presence_obstacle)
def _restore_presence(tournament: Tournament, act: Act) -> None:
    entry = tournament.entries.get(number=act.args["entry"])
    _write_intervals(entry, act.inverse["intervals"], None)


def fix_seat(entry: Entry, seat: tuple[int, str] | None, *, by: User | None) -> Act:
    """Give `entry` a seat (table, letter) that they keep all day, or take it back (None).

    One fixed seat a table: two at one table would meet in every round. Raises `Refusal`.
    """
    with locked(entry.tournament_id) as tournament:
        if seat is not None:
            _check_fixed_seat(tournament, entry, seat)
        before = entry.fixed_seat
        entry.fixed_seat = list(seat) if seat else None
        entry.save(update_fields=["fixed_seat"])
        return acts.record(
            tournament,
            "fix_seat",
            {"entry": entry.number, "seat": entry.fixed_seat},
            by=by,
            inverse={"seat": before},
        )


def _check_fixed_seat(tournament: Tournament, entry: Entry, seat: tuple[int, str]) -> None:
    table, letter = seat
    if letter not in ("A", "B") or not tournament.places.filter(number=table).exists():
        raise Refusal("no_such_seat", table=table, seat=letter)
    for other in tournament.entries.exclude(pk=entry.pk).exclude(fixed_seat=None):
        if other.fixed_seat[0] == table:
            raise Refusal("two_fixed_seats", table=table, name=other.name)


def _fixed_seat_obstacle(act: Act) -> Refusal | None:
    later = act.tournament.acts.filter(
        kind="fix_seat", version__gt=act.version, args__entry=act.args["entry"], undone_by=None
    )
    return Refusal("undo_later_first") if later.exists() else None


@acts.undoes("fix_seat", _fixed_seat_obstacle)
def _restore_fixed_seat(tournament: Tournament, act: Act) -> None:
    entry = tournament.entries.get(number=act.args["entry"])
    entry.fixed_seat = act.inverse["seat"]
    entry.save(update_fields=["fixed_seat"])


def cash_total(tournament: Tournament) -> dict[str, int]:
    """Cents taken in, by how they were paid: what the day's cash box must hold."""
    totals: dict[str, int] = {}
    for how, cents in tournament.entries.exclude(fee_cents=None).values_list("paid_how", "fee_cents"):
        totals[how] = totals.get(how, 0) + cents
    return totals
