"""iCalendar (RFC 5545): the tournament as one event, with its timetable in the description."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.utils import timezone

from tournaments.pairing.feasibility import games_end
from tournaments.publishing import tournament_words
from tournaments.publishing.outputs.rows import TournamentData

MAX_LINE_OCTETS = 75  # octets, the end of the line not counted


def calendar_files(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield the one file."""
    yield f"{data.slug}.ics", event_calendar(data)


def event_calendar(data: TournamentData) -> bytes:
    """Return the event, in the active language."""
    rules, slots = data.rules, tournament_words.timetable(data.rules)
    midnight = timezone.make_aware(datetime.combine(data.date, time()))
    begins = midnight + timedelta(minutes=slots[0].minute if slots else rules["start"])
    after = sum(pause["minutes"] for pause in rules["breaks"] if pause["after"] >= rules["rounds"] > 0)
    ends = max(midnight + timedelta(minutes=games_end(rules) + after), begins + timedelta(hours=1))
    lines = [
        "BEGIN:VEVENT",
        f"UID:{data.uid}@cheville",
        f"DTSTAMP:{_moment(data.made_at)}",
        f"DTSTART:{_moment(begins)}",
        f"DTEND:{_moment(ends)}",
        f"SUMMARY:{_escaped(data.name)}",
        f"LOCATION:{_escaped(data.place)}",
        f"DESCRIPTION:{_escaped(chr(10).join(f'{slot.time} {slot.label}' for slot in slots))}",
        "END:VEVENT",
    ]
    return _file(lines)


class WholeDay(NamedTuple):
    """A whole-day event: its unique identifier, its date, its title, lines of description."""

    uid: str
    on: date
    name: str
    description: list[str]


def whole_day_calendar(days: Iterable[WholeDay], address: str, made_at: datetime) -> bytes:
    """Return whole-day events as one calendar; each links to `address`."""
    lines = []
    for one in days:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.uid}@cheville",
            f"DTSTAMP:{_moment(made_at)}",
            f"DTSTART;VALUE=DATE:{one.on:%Y%m%d}",
            f"DTEND;VALUE=DATE:{one.on + timedelta(days=1):%Y%m%d}",
            f"SUMMARY:{_escaped(one.name)}",
            f"DESCRIPTION:{_escaped(chr(10).join(one.description))}",
            f"URL:{address}",
            "END:VEVENT",
        ]
    return _file(lines)


def _file(events: Iterable[str]) -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cheville//results//", *events, "END:VCALENDAR"]
    return "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for mark in ("\\", ";", ","):
        text = text.replace(mark, "\\" + mark)
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Fold a line where it is too long: the next begins with a space."""
    parts, part = [], ""
    for letter in line:
        if len((part + letter).encode()) > MAX_LINE_OCTETS:
            parts.append(part)
            part = " "
        part += letter
    return "\r\n".join([*parts, part])
