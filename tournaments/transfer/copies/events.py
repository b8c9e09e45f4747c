"""The event of a tournament in its copy: its uid, its name and its limit."""

from typing import Any

from scoring import DomainError
from tournaments.common import sanitize
from tournaments.common.schema import between, either, exact_object, null, uid
from tournaments.models import Event, EventTournament, Tournament
from tournaments.models.events import MAX_TOURNAMENTS

NAME_LENGTH = 200


def _is_name(value: Any) -> bool:
    is_line = isinstance(value, str) and sanitize.clean_line(value) == value
    return is_line and 0 < len(value) <= NAME_LENGTH


SHAPE = either(
    null,
    exact_object({"uid": uid, "name": _is_name, "max_choices": either(null, between(1, MAX_TOURNAMENTS))}),
)


def packed_event(tournament: Tournament) -> dict[str, Any] | None:
    """Return what a copy says of the event of a tournament, None if it is in none."""
    event = Event.with_tournament(tournament)
    if event is None:
        return None
    return {"uid": str(event.uid), "name": event.name, "max_choices": event.max_choices}


def checked_event(given: Any) -> dict[str, Any] | None:
    """Return the event in a copy; a copy of an older program has none. Raises `DomainError`."""
    if not SHAPE(given):
        raise DomainError("copy_part_broken", part="event", row="–")
    event: dict[str, Any] | None = given
    return event


def join_event(tournament: Tournament, described: dict[str, Any] | None) -> None:
    """Put a tournament that was restored into its event, which is created if it is not known here.

    What is known here stays as it is: the event that the tournament is in, and the name and limit of an
    event. An event of another organisation is not joined.
    """
    there = EventTournament.objects.filter(tournament_uid=tournament.uid)
    if described is None or tournament.example or there.exists():
        return
    event, _made = Event.objects.get_or_create(
        uid=described["uid"],
        defaults={
            "organisation": tournament.organisation,
            "name": described["name"],
            "max_choices": described["max_choices"],
        },
    )
    if event.organisation_id == tournament.organisation_id and event.links.count() < MAX_TOURNAMENTS:
        EventTournament.objects.create(event=event, tournament_uid=tournament.uid)
