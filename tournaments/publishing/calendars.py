"""Calendar files (iCalendar, RFC 5545): the days of a tournament or a league, for those who come to play."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import NamedTuple

from tournaments.common import sanitize

PUBLISH, CANCEL = "PUBLISH", "CANCEL"
STATUS = {PUBLISH: "CONFIRMED", CANCEL: "CANCELLED"}


class CalendarEvent(NamedTuple):
    """An event; if it begins on a date instead of at a moment, it takes the whole day."""

    uid: str
    title: str
    begins: datetime | date
    ends: datetime | None = None
    place: str = ""
    description: str = ""
    url: str = ""


def calendar_file(events: Iterable[CalendarEvent], made_at: datetime, *, method: str = "") -> bytes:
    """Return the events as one file.

    `method` is for files in letters: mail programs offer to add the events (PUBLISH), or take out what they
    added (CANCEL).
    """
    from icalendar import Calendar, Event  # takes 50 ms, which the start of the server need not wait for

    calendar = Calendar()
    calendar.add("prodid", "-//Cheville//EN")
    calendar.add("version", "2.0")
    if method:
        calendar.add("method", method)
    for one in events:
        event = Event()
        event.add("uid", one.uid)
        event.add("dtstamp", made_at.astimezone(UTC))
        event.add("dtstart", _in_utc(one.begins))
        if one.ends:
            event.add("dtend", _in_utc(one.ends))
        event.add("summary", sanitize.clean_line(one.title))
        if method:
            event.add("status", STATUS[method])
            event.add("sequence", int(method == CANCEL))
        texts = {"location": sanitize.clean_line(one.place), "description": one.description, "url": one.url}
        for name, text in texts.items():
            if text:
                event.add(name, text)
        calendar.add_component(event)
    found: bytes = calendar.to_ical()
    return found


def _in_utc(at: datetime | date) -> datetime | date:
    return at.astimezone(UTC) if isinstance(at, datetime) else at
