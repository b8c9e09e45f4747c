"""The tournament as an event for calendars (RFC 5545), attached to the letter to a registrant."""

from datetime import UTC

from django.utils import timezone

from tournaments.common import sanitize
from tournaments.models import Signup, Tournament
from tournaments.rounds import stages

MAX_OCTETS = 75  # of a line; what is longer is folded
TIME_FORMAT = "%Y%m%dT%H%M%SZ"


def event(tournament: Tournament, signup: Signup, *, url: str) -> bytes:
    """Return the day of the tournament as a file; the same event is taken out again after a withdrawal."""
    gone = signup.withdrawn_at is not None
    properties = {
        "UID": f"{signup.uid.hex}@cheville.invalid",
        "DTSTAMP": timezone.now().astimezone(UTC).strftime(TIME_FORMAT),
        "DTSTART": stages.start_time(tournament).astimezone(UTC).strftime(TIME_FORMAT),
        "SEQUENCE": "1" if gone else "0",
        "STATUS": "CANCELLED" if gone else "CONFIRMED",
        "SUMMARY": _escaped(tournament.name),
        "LOCATION": _escaped(tournament.place),
        "URL": url,
    }
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cheville//Registration//EN"),
        f"METHOD:{'CANCEL' if gone else 'PUBLISH'}",
        "BEGIN:VEVENT",
        *(f"{name}:{value}" for name, value in properties.items() if value),
        *("END:VEVENT", "END:VCALENDAR", ""),
    ]
    return "\r\n".join(map(_folded, lines)).encode()


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
