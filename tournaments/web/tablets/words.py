"""The words about tables and devices: name of a device, last contact, why a table is late."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import devices
from tournaments.models import Call, Device, Round, Stage, Tournament
from tournaments.publishing.explain import join_names
from tournaments.publishing.names import device_name, time_of_day
from tournaments.registration import distinct_names, names_at_seat
from tournaments.web.device_api.payloads import OTHER_SEATS, TOO_LATE
from tournaments.web.rounds.as_played_query import seats_query
from tournaments.web.table_status import statuses
from tournaments.web.table_status.statuses import DeviceStatus, Hall, TableStatus

HOUR_MINUTES = 60


def device_title(device: Device) -> str:
    """Return the name of a device as a heading."""
    return capfirst(device_name(device))


def last_contact(status: DeviceStatus) -> str:
    """Return the time since the last contact with a device, in whole minutes or hours."""
    if status.minutes < 1:
        return _("in contact now")
    if status.minutes < HOUR_MINUTES:
        count = status.minutes
        words = ngettext("last contact %(count)d minute ago", "last contact %(count)d minutes ago", count)
    else:
        count = status.minutes // HOUR_MINUTES
        words = ngettext("last contact %(count)d hour ago", "last contact %(count)d hours ago", count)
    return words % {"count": count}


def unsent_words(count: int) -> str:
    """Return how many results wait on a device; empty for none."""
    words = ngettext("%(count)d result not sent yet", "%(count)d results not sent yet", count)
    return words % {"count": count} if count else ""


def arrivals_unsent(count: int) -> str:
    """Return how many check-ins wait on a kiosk; empty for none."""
    words = ngettext("%(count)d check-in not sent yet", "%(count)d check-ins not sent yet", count)
    return words % {"count": count} if count else ""


def row(status: DeviceStatus) -> dict[str, Any]:
    """Return a device as a row of the list."""
    device = status.device
    out = device.state == Device.State.REVOKED
    return {
        "device": device,
        "name": device_title(device),
        "where": _("number %(number)s") % {"number": device.entry.number} if device.entry else "",
        "contact": last_contact(status),
        "silent": status.silent,
        "unsent": arrivals_unsent(device.queued) if device.is_kiosk else unsent_words(device.queued),
        "page": "" if out else _page_state(status),
        "out": out,
        "waits": devices.is_waiting(device),
    }


def _page_state(status: DeviceStatus) -> str:
    """Return whether the page is open; of a silent device, the possible reason."""
    if status.silent:
        return _("battery or Wi-Fi?") if status.device.visible else _("its page was not open: asleep?")
    return _("page open") if status.device.visible else _("page not open")


def tile(spot: TableStatus) -> dict[str, Any]:
    """Return a table as a tile of the map."""
    return {
        "number": spot.number,
        "state": spot.state,
        "word": state_word(spot),
        "late": late_word(spot) if spot.late else "",
        "waits": spot.unsent,
        "held": len(spot.tablets),
        "minutes": spot.spoke.minutes if spot.spoke and spot.spoke.silent else "",
        "shut": bool(spot.spoke and not spot.spoke.device.visible),
        "tablets": _tablets(spot),
        "unsent": unsent_words(spot.unsent),
        "crowded": spot.crowded,
        "silent": bool(spot.spoke and spot.spoke.silent),
        "asleep": bool(spot.spoke and not spot.spoke.silent and not spot.spoke.device.visible),
    }


MAX_ROOMY, MAX_CLOSE = 24, 60  # tables on a map with full tiles, and with tiles that still have words


def density(seen: Hall) -> str:
    """Return how much a tile of the map can show."""
    widest = max(map(len, seen.rows), default=0)
    if len(seen.spots) > MAX_CLOSE or widest > 10:
        return "dense"
    return "close" if len(seen.spots) > MAX_ROOMY or widest > 6 else "roomy"


def layout(seen: Hall, tiles: Sequence[dict[str, Any]]) -> list[list[dict[str, Any] | None]]:
    """Return the tiles row by row, as the tables are placed."""
    by_number = {tile["number"]: tile for tile in tiles}
    return [[by_number.get(number) if number else None for number in row] for row in seen.rows]


def state_word(spot: TableStatus) -> str:
    """Return the progress of a table, in a word or two."""
    words = {
        statuses.EMPTY: _("nobody sits here"),
        statuses.SEATED: _("seated"),
        statuses.PLAYING: _("playing"),
        statuses.WAITING: _("waiting for the other side"),
        statuses.ENTERED: _("entered"),
        statuses.DISPUTED: _("disputed"),
        statuses.BYE: _("bye"),
        statuses.CLOSED: _("closed"),
    }
    table = spot.table
    if table and spot.state == statuses.PLAYING and table.meeting.games_planned > 1:
        played = "–".join(str(won) for won in table.score)
        return _("playing, %(games)s") % {"games": played}
    return words[spot.state]


def late_word(spot: TableStatus) -> str:
    """Return what a late table waits for, in words."""
    return _("one side has not reported") if spot.state == statuses.WAITING else _("no result yet")


def _tablets(spot: TableStatus) -> str:
    """Return what is known of the tablets of a table, in a few words."""
    if not spot.tablets:
        return _("paper")
    if len(spot.tablets) > 1:
        return ngettext("%(count)d tablet", "%(count)d tablets", len(spot.tablets)) % {
            "count": len(spot.tablets)
        }
    (status,) = spot.tablets
    if status.silent:
        why = _("%(contact)s: battery or Wi-Fi?") if status.device.visible else _("%(contact)s: asleep?")
        return why % {"contact": last_contact(status)}
    return _("tablet here") if status.device.visible else _("tablet asleep, or page closed")


def _call(waiting: Call, names: Mapping[int, str], tournament: Tournament) -> dict[str, Any]:
    """Return a call from a table or a phone, as a sentence; `names` by entry number, for other people."""
    waiting.device.tournament = tournament
    return {
        "waits": devices.is_waiting(waiting.device),
        "late": (waiting.said or {}).get("why") == TOO_LATE,
        "moved": (waiting.said or {}).get("why") == OTHER_SEATS,
        "call": waiting,
        "what": waiting.what,
        "who": CALL_WORDS[waiting.what](waiting, names),
        "at": time_of_day(waiting.at),
        "seat_them": _reseat_query(waiting),
        "arrived": waiting.who[0][0] if waiting.what == Call.What.ARRIVAL else None,
    }


def _judge(waiting: Call, names: Mapping[int, str]) -> str:
    if waiting.place:
        return _("Table %(table)s calls for a judge") % {"table": waiting.place.number}
    return _("%(name)s calls for a judge") % {
        "name": waiting.device.entry.name if waiting.device.entry else "?"
    }


def _others(waiting: Call, names: Mapping[int, str]) -> str:
    people = [names.get(number, f"#{number}") for side in waiting.who for number in side]
    shown = {"names": join_names(people), "table": waiting.place.number if waiting.place else "?"}
    return (
        ngettext(
            "Table %(table)s: %(names)s says that they sit here",
            "Table %(table)s: %(names)s say that they sit here",
            len(people),
        )
        % shown
    )


def _protest(waiting: Call, names: Mapping[int, str]) -> str:
    people = [names.get(number, f"#{number}") for side in waiting.who for number in side]
    shown = {
        "names": join_names(people, len(people)),
        "table": waiting.place.number if waiting.place else "?",
        "round": (waiting.said or {}).get("round", "?"),
    }
    return _("Table %(table)s: %(names)s: protest against the result of game %(round)s") % shown


def _knock(waiting: Call, names: Mapping[int, str]) -> str:
    shown = {"name": device_title(waiting.device), "table": waiting.place.number if waiting.place else ""}
    if waiting.place is None:
        return _("%(name)s is shut out and asks to be let in again") % shown
    return _("%(name)s is shut out and has scanned the code of table %(table)s") % shown


def _result(waiting: Call, names: Mapping[int, str]) -> str:
    details = waiting.said or {}
    sides = [join_names([names.get(number, f"#{number}") for number in side]) for side in waiting.who]
    points = details.get("points", [])
    counts = details.get("counts", [])
    shown = {
        "table": waiting.place.number if waiting.place else "?",
        "round": details.get("round", "?"),
        "result": _points(sides, points),
        "counts": _points(sides, counts),
        "name": device_name(waiting.device),
    }
    if details.get("why") == OTHER_SEATS:
        return _("Table %(table)s, game %(round)s, not counted: %(result)s (%(name)s)") % shown
    if details.get("why") != TOO_LATE:
        return _("Table %(table)s, game %(round)s: a code says %(result)s") % shown
    if not counts:
        return _("Table %(table)s, game %(round)s, too late: %(result)s (%(name)s)") % shown
    return (
        _("Table %(table)s, game %(round)s, too late: %(result)s (%(name)s). What counts is %(counts)s")
        % shown
    )


def _points(sides: Sequence[str], points: Sequence[int]) -> str:
    points_of_sides = [f"{side} {point}" for side, point in zip(sides, points, strict=False)]
    return join_names(points_of_sides) if points_of_sides else ""


def _new(waiting: Call, names: Mapping[int, str]) -> str:
    shown = {"name": device_title(waiting.device), "table": waiting.place.number if waiting.place else "?"}
    return _("A new device at table %(table)s: %(name)s") % shown


def _arrival(waiting: Call, names: Mapping[int, str]) -> str:
    (number,) = waiting.who[0]
    shown = {"name": names.get(number, f"#{number}")}
    return _("%(name)s is at the door, and is not expected in the next game") % shown


def _reseat_query(waiting: Call) -> str:
    """Return the query for the page «they sit elsewhere», for people who report that they sit at a table."""
    if waiting.what != Call.What.OTHERS or waiting.place is None or not waiting.who:
        return ""
    return seats_query(waiting.place.number, waiting.who)


CALL_WORDS: dict[str, Callable[[Call, Mapping[int, str]], str]] = {
    Call.What.JUDGE: _judge,
    Call.What.OTHERS: _others,
    Call.What.KNOCK: _knock,
    Call.What.RESULT: _result,
    Call.What.NEW: _new,
    Call.What.PROTEST: _protest,
    Call.What.ARRIVAL: _arrival,
}


def calls(tournament: Tournament, waiting: Sequence[Call]) -> list[dict[str, Any]]:
    """Return calls as sentences."""
    numbers = {number for one in waiting for side in one.who for number in side}
    known = tournament.entries.filter(number__in=numbers).values_list("number", "name", "club")
    names = distinct_names(known) if numbers else {}
    return [_call(one, names, tournament) for one in waiting]


def game_number(rounds: Iterable[Round]) -> int | None:
    """Return the number of the tournament's game among these rounds; a medal match has none."""
    return next((one.number for one in rounds if one.stage.kind == Stage.Kind.QUALIFYING), None)


def players(spot: TableStatus) -> str:
    """Return the players at a table."""
    if spot.table is None:
        return ""
    sides, board = sorted({seat.side for seat in spot.table.seats}), spot.table.meeting.board
    return " – ".join(
        ", ".join(names_at_seat(seat, board) for seat in spot.table.side(side)) for side in sides
    )


def summary(seen: Hall) -> dict[str, Any]:
    """Return the context above the map: how many tables are in, which are late or disputed."""
    playing = [
        spot
        for spot in seen.spots
        if spot.state in (*statuses.UNFINISHED, statuses.ENTERED, statuses.DISPUTED)
    ]
    return {
        "done": sum(spot.state == statuses.ENTERED for spot in playing),
        "total": len(playing),
        "late": [{"number": spot.number, "why": late_word(spot)} for spot in seen.late],
        "disputed": [spot.number for spot in seen.disputed],
    }
