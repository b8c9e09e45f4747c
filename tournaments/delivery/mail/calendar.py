"""Tournaments as events for calendars (RFC 5545), attached to the letter to a registrant."""

from collections.abc import Iterable, Iterator
from datetime import UTC
from typing import NamedTuple

from django.utils import timezone

from tournaments.common import sanitize
from tournaments.models import Signup, Tournament
from tournaments.rounds import stages

MAX_OCTETS = 75  # of a line; what is longer is folded
TIME_FORMAT = "%Y%m%dT%H%M%SZ"


class Day(NamedTuple):
    """A tournament of a registrant, and the address of their own page, "" where it has none."""

    tournament: Tournament
    signup: Signup
    url: str


def calendar_file(days: Iterable[Day], *, cancelled: bool = False) -> bytes:
    """Return a file with these days, or one that takes them out of a calendar again."""
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cheville//Registration//EN"),
        f"METHOD:{'CANCEL' if cancelled else 'PUBLISH'}",
        *(line for day in days for line in _event(day, cancelled)),
        *("END:VCALENDAR", ""),
    ]
    return "\r\n".join(map(_folded, lines)).encode()


def _event(day: Day, cancelled: bool) -> Iterator[str]:
    properties = {
        "UID": f"{day.signup.uid.hex}@cheville.invalid",
        "DTSTAMP": timezone.now().astimezone(UTC).strftime(TIME_FORMAT),
        "DTSTART": stages.start_time(day.tournament).astimezone(UTC).strftime(TIME_FORMAT),
        "SEQUENCE": "1" if cancelled else "0",
        "STATUS": "CANCELLED" if cancelled else "CONFIRMED",
        "SUMMARY": _escaped(day.tournament.name),
        "LOCATION": _escaped(day.tournament.place),
        "URL": day.url,
    }
    yield "BEGIN:VEVENT"
    yield from (f"{name}:{value}" for name, value in properties.items() if value)
    yield "END:VEVENT"


def _escaped(text: str) -> str:
    line = sanitize.clean_line(text)
    for sign in "\\;,":
        line = line.replace(sign, f"\\{sign}")
    return line


def _folded(line: str) -> str:
    """Return a line folded between letters, so that no part has more octets than allowed."""
    parts, room = [""], MAX_OCTETS
    for letter in line:
        octets = len(letter.encode())
        if octets > room:
            parts.append("")
            room = MAX_OCTETS - 1  # the space at the beginning counts
        parts[-1] += letter
        room -= octets
    return "\r\n ".join(parts)
