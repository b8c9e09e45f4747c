"""The list by which a kiosk finds people without a connection, and the check-in of a person there.

The list stays in the memory of the open page. It has names as they are on the walls of the hall, seats, and
whether the desk has a question; of member numbers and of the codes of cards only fingerprints; no clubs.
"""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from tournaments.devices import calls, joining
from tournaments.models import Device, Entry, Round, Seat, Tournament, raw_sql, rows
from tournaments.models.locking import locked
from tournaments.registration.members import team_numbers
from tournaments.registration.names import fold
from tournaments.registration.payments import Account, account_of, accounts
from tournaments.registration.presence import check_in_at_kiosk, next_round_number, present
from tournaments.registration.teams import found_by

HERE, DESK, OVER = "here", "desk", "over"
FINGERPRINT_LENGTH = 32


class GameNow(NamedTuple):
    """The game that is seated or played: number, seats by the keys of the entries, and those who sit out."""

    number: int
    seats: dict[int, list[Seat]]
    byes: set[int]


def is_over(tournament: Tournament) -> bool:
    """Return whether the games of the tournament are over, so that no one checks in."""
    ((official, matches),) = rows.fetch(raw_sql.HAS_ENDED, tournament.pk, tournament.pk)
    number = next_round_number(tournament)
    planned = tournament.stages.get(order=1).rules["rounds"]
    return official or matches or (0 < planned < number and _current_game(tournament) is None)


def _current_game(tournament: Tournament) -> GameNow | None:
    number = next_round_number(tournament) - 1
    seats = _seats(tournament.pk, number)
    if not seats:
        return None
    by_entry, sides = defaultdict(list), defaultdict(set)
    for seat in seats:
        by_entry[seat.entry_id].append(seat)
        sides[seat.meeting_id].add(seat.side)
    return GameNow(number, by_entry, {seat.entry_id for seat in seats if len(sides[seat.meeting_id]) == 1})


@rows.prepared
def _seats(tournament: int, number: int) -> QuerySet[Seat]:
    going_on = Seat.objects.filter(
        meeting__round__stage__tournament=tournament,
        meeting__round__stage__order=1,
        meeting__round__number=number,
        meeting__round__state__in=(Round.State.SEATED, Round.State.OPEN),
        meeting__void_act=None,
    )
    return going_on.select_related("meeting__place").order_by("meeting__board", "pk")


def kiosk_list(tournament: Tournament) -> dict[str, Any]:
    """Return the list of a kiosk: `over`, the number of the `game` if one is seated, and the `people`."""
    if is_over(tournament):
        return {"over": True, "game": None, "people": []}
    game = _current_game(tournament)
    expected = _expected_keys(tournament, game)
    people = list(tournament.entries.exclude(kind=Entry.Kind.HOUSE).order_by("sort_name", "number"))
    owed = accounts(tournament, people)
    secrets = dict(tournament.invitations.exclude(entry=None).values_list("entry", "secret"))
    numbers = team_numbers(tournament) if any(entry.team for entry in people) else {}
    return {
        "over": False,
        "game": game.number if game else None,
        "people": [
            {
                "entry": str(entry.uid),
                "name": entry.name,
                "found": found_by(entry),
                "codes": _codes(
                    tournament, [entry.member_number, *numbers.get(entry.pk, ())], secrets.get(entry.pk, "")
                ),
                "expected": entry.pk in expected,
                **_seats_and_debt(entry, game, owed[entry.pk]),
            }
            for entry in people
        ],
    }


def _seats_and_debt(entry: Entry, game: GameNow | None, account: Account) -> dict[str, Any]:
    """Return what is shown to a person who is checked in: the seats, and whether the desk has a question."""
    sits_out = game is not None and entry.pk in game.byes
    seats = game.seats.get(entry.pk, []) if game and not sits_out else []
    places = [(seat.meeting.place.number, seat.letter) for seat in seats if seat.meeting.place]
    return {
        "seats": [{"table": table, "letter": letter} for table, letter in places],
        "bye": sits_out,
        "owes": bool(account.due) and not account.without_amount,
    }


def _expected_keys(tournament: Tournament, game: GameNow | None) -> set[int]:
    """Return the keys of those who sit in the game that is seated, or are present in the next one."""
    here = {entry.pk for entry in present(tournament, next_round_number(tournament))}
    return here | set(game.seats if game else ())


def _is_present(entry: Entry, round_number: int) -> bool:
    until = Q(to_round=None) | Q(to_round__gte=round_number)
    return entry.presences.filter(until, from_round__lte=round_number).exists()


def _codes(tournament: Tournament, numbers: Sequence[str], secret: str) -> list[str]:
    """Return the fingerprints by which the page recognises member numbers and the code of a card."""
    known = [*dict.fromkeys(map(number_key, numbers)), secret]
    return [fingerprint(tournament, one) for one in known if one]


def number_key(typed: str) -> str:
    """Return a member number as it is compared: without signs and zeros at its start.

    >>> number_key("M-00123"), number_key(" 00 123 ")
    ('m00123', '123')
    """
    return "".join(sign for sign in fold(typed) if sign.isalnum()).lstrip("0")


def fingerprint(tournament: Tournament, text: str) -> str:
    """Return a hash of a number or a secret, of this tournament alone."""
    hashed = hashlib.sha256(f"{tournament.uid} {text}".encode())
    return hashed.hexdigest()[:FINGERPRINT_LENGTH]


class Arrival(NamedTuple):
    """The answer to a check-in: `here`, `desk` if the desk has to decide, or `over`; and what is shown."""

    answer: str
    game: int | None = None
    shown: dict[str, Any] | None = None


def arrive(device: Device, nonce: str, uid: UUID) -> Arrival:
    """Check a person in from a kiosk; once a nonce, so that an undo at the desk stands.

    Those who are not expected in the game that is seated or the next one are a call to the desk. Raises
    `DomainError` (`device_revoked`).
    """
    with locked(device) as device:
        tournament = joining.active_device(device).tournament
        entry = tournament.entries.exclude(kind=Entry.Kind.HOUSE).filter(uid=uid).first()
        if is_over(tournament):
            return Arrival(OVER)
        if entry is None:
            return Arrival(DESK)
        entry.tournament = tournament
        game = _current_game(tournament)
        if not (game and entry.pk in game.seats) and not _is_present(entry, next_round_number(tournament)):
            calls.announce_arrival(device, nonce, entry.number)
            return Arrival(DESK)
        check_in_at_kiosk(entry, nonce)
        return Arrival(HERE, game.number if game else None, _seats_and_debt(entry, game, account_of(entry)))
