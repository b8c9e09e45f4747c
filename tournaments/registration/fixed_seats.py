"""Seats that some people keep in all rounds, such as a place for a wheelchair."""

from collections.abc import Mapping
from typing import Any

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Entry, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing.values import PAIR


def fixed_seat_data(entry: Entry) -> dict[str, Any]:
    """Return the seat that an entry keeps, as plain data."""
    table, letter = entry.fixed_seat or (None, None)
    return {"table": table, "seat": letter}


def fix_seat(
    entry: Entry, seat: tuple[int, str] | None, *, by: User | None, seen: Mapping[str, Any] | None = None
) -> Act:
    """Give `entry` a seat (table, letter) to keep in all rounds, or take it back (None).

    One fixed seat a table: two at one table would meet in every round. `seen` is the seat `fixed_seat_data`
    that the user saw when giving it. Raises `DomainError`.
    """
    with locked(entry) as entry:
        tournament = entry.tournament
        if seen is not None and seen != fixed_seat_data(entry):
            kept = fixed_seat_data(entry)
            now = f"{kept['table']}{kept['seat']}" if kept["table"] else "–"
            raise DomainError("changed_meanwhile", now=now, kept=kept)
        if seat is not None:
            _check_fixed_seat(tournament, entry, seat)
        before = entry.fixed_seat
        entry.fixed_seat = list(seat) if seat else None
        entry.save(update_fields=["fixed_seat"])
        return audit_log.record(
            tournament,
            "fix_seat",
            {"entry": entry.number, "seat": entry.fixed_seat},
            by=by,
            inverse={"seat": before},
        )


def _check_fixed_seat(tournament: Tournament, entry: Entry, seat: tuple[int, str]) -> None:
    table, letter = seat
    if letter not in PAIR or not tournament.places.filter(number=table).exists():
        raise DomainError("no_such_seat", table=table, seat=letter)
    for other in tournament.entries.exclude(pk=entry.pk).exclude(fixed_seat=None):
        if (other.fixed_seat or [None])[0] == table:
            raise DomainError("two_fixed_seats", table=table, name=other.name)


def _fixed_seat_obstacle(act: Act) -> DomainError | None:
    if later := audit_log.later_action_obstacle(act, kind="fix_seat", args__entry=act.args["entry"]):
        return later
    entry = act.tournament.entries.filter(number=act.args["entry"]).first()
    if entry is None:  # removed from the list since
        return DomainError("cannot_be_undone")
    seat = act.undo_data["seat"]
    if seat is not None:  # another may have it by now, or its table is gone
        _check_fixed_seat(act.tournament, entry, (seat[0], seat[1]))
    return None


@audit_log.undoes("fix_seat", obstacle=_fixed_seat_obstacle)
def _restore_fixed_seat(tournament: Tournament, act: Act) -> None:
    entry = tournament.entries.get(number=act.args["entry"])
    entry.fixed_seat = act.undo_data["seat"]
    entry.save(update_fields=["fixed_seat"])
