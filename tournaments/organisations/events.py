"""Events of an organisation: several tournaments with one registration, one check-in and one front page.

An event is a name, a list of tournaments and a limit. Nothing of a tournament changes when it comes in, or
when the event is deleted.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models import QuerySet

from scoring import DomainError
from tournaments.models import Event, EventTournament, Organisation, OrganisationAct, Tournament, User
from tournaments.models.events import MAX_TOURNAMENTS
from tournaments.organisations.locks import organisation_lock

MADE, CHANGED, ADDED, TAKEN_OUT, DELETED = (
    "event_make",
    "event_change",
    "event_add",
    "event_take_out",
    "event_delete",
)


def free_tournaments(organisation: Organisation) -> QuerySet[Tournament]:
    """Return the tournaments of an organisation that can be added to an event, the latest date first."""
    listed = organisation.tournaments.filter(live=True, example=False, hidden=False)
    return listed.exclude(uid__in=EventTournament.objects.values("tournament_uid")).order_by("-date", "-pk")


def make(
    organisation: Organisation,
    *,
    name: str,
    max_choices: int | None,
    tournaments: Collection[Tournament],
    by: User | None,
) -> Event:
    """Create an event. Raises `DomainError` for tournaments that cannot be in it."""
    with organisation_lock(organisation):
        made = Event.objects.create(organisation=organisation, name=name, max_choices=max_choices)
        _add(made, tournaments)
        _record(made, MADE, by, tournaments=[one.name for one in tournaments])
        return made


def change(event: Event, *, name: str, max_choices: int | None, by: User | None) -> None:
    """Rename an event, or change how many of its tournaments a person may enter."""
    with _locked_event(event) as held:
        before = {"name": held.name, "max_choices": held.max_choices}
        if before == {"name": name, "max_choices": max_choices}:
            return
        held.name, held.max_choices = name, max_choices
        held.save(update_fields=["name", "max_choices"])
        _record(held, CHANGED, by, before=before, max_choices=max_choices)


def add(event: Event, tournaments: Collection[Tournament], *, by: User | None) -> None:
    """Add tournaments to an event. Raises `DomainError` for those that cannot be in it, and for none."""
    if not tournaments:
        raise DomainError("event_none_ticked")
    with _locked_event(event) as held:
        _add(held, tournaments)
        _record(held, ADDED, by, tournaments=[one.name for one in tournaments])


def take_out(event: Event, tournament: Tournament, *, by: User | None) -> None:
    """Remove a tournament from an event; the tournament and its registrations stay as they are."""
    with _locked_event(event) as held:
        removed, _each = held.links.filter(tournament_uid=tournament.uid).delete()
        if removed:
            _record(held, TAKEN_OUT, by, tournaments=[tournament.name])


def delete(event: Event, *, by: User | None) -> None:
    """Delete an event; its tournaments stay as they are."""
    with _locked_event(event) as held:
        _record(held, DELETED, by, tournaments=[one.name for one in held.tournaments()])
        held.delete()


def _add(event: Event, tournaments: Collection[Tournament]) -> None:
    there = set(event.links.values_list("tournament_uid", flat=True))
    new = [one for one in tournaments if one.uid not in there]
    if len(there) + len(new) > MAX_TOURNAMENTS:
        raise DomainError("event_full", most=MAX_TOURNAMENTS)
    free = set(free_tournaments(event.organisation).filter(uid__in=[one.uid for one in new]))
    for one in new:
        if one not in free:
            raise DomainError("event_not_free", name=one.name)
    EventTournament.objects.bulk_create(EventTournament(event=event, tournament_uid=one.uid) for one in new)


@contextmanager
def _locked_event(event: Event) -> Iterator[Event]:
    """Hold the organisation of an event, and yield the event as it is. Raises `DomainError` if it is gone."""
    with organisation_lock(event.organisation):
        held = Event.objects.select_related("organisation").filter(pk=event.pk).first()
        if held is None:
            raise DomainError("event_gone")
        yield held


def _record(event: Event, kind: str, by: User | None, **args: Any) -> None:
    OrganisationAct.objects.create(
        organisation=event.organisation,
        kind=kind,
        args={"event": str(event.uid), "name": event.name} | args,
        by=by,
    )
