"""The tournament as an event for calendars, with its timetable in the description."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from django.utils import timezone

from tournaments.pairing.feasibility import games_end
from tournaments.publishing import calendars, tournament_words
from tournaments.publishing.outputs.rows import TournamentData


def calendar_files(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield the one file, in the active language."""
    rules, slots = data.rules, tournament_words.timetable(data.rules)
    midnight = timezone.make_aware(datetime.combine(data.date, time()))
    begins = midnight + timedelta(minutes=slots[0].minute if slots else rules["start"])
    after = sum(pause["minutes"] for pause in rules["breaks"] if pause["after"] >= rules["rounds"] > 0)
    ends = max(midnight + timedelta(minutes=games_end(rules) + after), begins + timedelta(hours=1))
    event = calendars.CalendarEvent(
        f"{data.uid}@cheville",
        data.name,
        begins,
        ends,
        data.place,
        description="\n".join(f"{slot.time} {slot.label}" for slot in slots),
    )
    yield f"{data.slug}.ics", calendars.calendar_file([event], data.made_at)
