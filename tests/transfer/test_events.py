"""A copy carries the event of its tournament; an event that is known here stays as it is."""

import pytest

from scoring import DomainError
from tests import event_tournaments, factories
from tournaments.models import Event, EventTournament, Organisation, Tournament
from tournaments.organisations import events
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def tournament(lise):
    return event_tournaments.days(1, lise.roles.get().organisation)[0]


def restored_elsewhere(tournament, lise, **changed):
    """Restore a copy of the tournament where neither it nor its event is known."""
    content = copies.seal_copy(copies.pack(tournament) | changed)
    EventTournament.objects.all().delete()
    Event.objects.all().delete()
    Tournament.objects.update(live=False)
    return copies.restore(copies.open_copy(content), by=lise)


def test_an_event_comes_with_the_copy_of_a_tournament(tournament, lise):
    event = event_tournaments.event(tournament, most=2)
    back = restored_elsewhere(tournament, lise)
    made = Event.objects.get()
    assert (made.uid, made.name, made.max_choices) == (event.uid, event.name, 2)
    assert made.organisation == back.organisation
    assert list(made.tournaments()) == [back]


def test_tournament_taken_out_of_its_event_stays_out(tournament, lise):
    event = event_tournaments.event(tournament)
    content = copies.seal_copy(copies.pack(tournament))
    events.take_out(event, tournament, by=lise)
    copies.restore(copies.open_copy(content), by=lise)
    assert not event.tournaments().exists()
    events.delete(event, by=lise)
    copies.restore(copies.open_copy(content), by=lise)
    assert not Event.objects.exists()


def test_copy_without_event_creates_none(tournament, lise):
    assert copies.pack(tournament)["event"] is None
    older = copies.pack(tournament)
    del older["event"]
    back = copies.restore(copies.open_copy(copies.seal_copy(older)), by=lise)
    assert back.epoch == 2
    assert not Event.objects.exists()


def test_an_event_that_is_known_keeps_its_name_and_limit(tournament, lise):
    event = event_tournaments.event(tournament, most=2)
    content = copies.seal_copy(copies.pack(tournament))
    EventTournament.objects.all().delete()
    Tournament.objects.update(live=False)
    Event.objects.update(name="Autre nom", max_choices=None)
    back = copies.restore(copies.open_copy(content), by=lise)
    event.refresh_from_db()
    assert (event.name, event.max_choices) == ("Autre nom", None)
    assert list(event.tournaments()) == [back]


def test_restored_tournament_stays_in_its_present_event(tournament, lise):
    event_tournaments.event(tournament)
    content = copies.seal_copy(copies.pack(tournament))
    EventTournament.objects.all().delete()
    other = event_tournaments.event(tournament)
    back = copies.restore(copies.open_copy(content), by=lise)
    assert list(other.tournaments()) == [back]
    assert EventTournament.objects.count() == 1


def test_event_of_another_organisation_is_untouched(tournament, lise):
    theirs = Event.objects.create(
        organisation=Organisation.objects.create(name="FADOQ Sorel"), name="Leurs jeux"
    )
    forged = {"uid": str(theirs.uid), "name": "Volé", "max_choices": 9}
    back = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(tournament) | {"event": forged})), by=lise
    )
    theirs.refresh_from_db()
    assert (theirs.name, theirs.max_choices) == ("Leurs jeux", None)
    assert not EventTournament.objects.filter(tournament_uid=back.uid).exists()


def test_full_event_takes_no_more_tournaments(tournament, lise, monkeypatch):
    from tournaments.transfer.copies import events

    monkeypatch.setattr(events, "MAX_TOURNAMENTS", 1)
    [other] = event_tournaments.days(1, tournament.organisation)
    event = event_tournaments.event(other)
    described = {"uid": str(event.uid), "name": event.name, "max_choices": None}
    copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(tournament) | {"event": described})), by=lise
    )
    assert list(event.tournaments()) == [other]


UID = "0f8fad5b-d9cb-469f-a165-70867728950e"


@pytest.mark.parametrize(
    "hostile",
    [
        [],
        "Jeux",
        {},
        {"uid": UID, "name": "Jeux"},
        {"uid": UID, "name": "", "max_choices": None},
        {"uid": UID, "name": "x" * 201, "max_choices": None},
        {"uid": UID, "name": "Jeux\u202e", "max_choices": None},
        {"uid": UID, "name": "Jeux\n", "max_choices": None},
        {"uid": UID, "name": "Jeux", "max_choices": 0},
        {"uid": UID, "name": "Jeux", "max_choices": 21},
        {"uid": UID, "name": "Jeux", "max_choices": True},
        {"uid": UID, "name": "Jeux", "max_choices": "2"},
        {"uid": UID.upper(), "name": "Jeux", "max_choices": None},
        {"uid": 7, "name": "Jeux", "max_choices": None},
        {"uid": UID, "name": ["Jeux"], "max_choices": None},
        {"uid": UID, "name": "Jeux", "max_choices": None, "organisation": 1},
    ],
)
def test_invalid_event_is_refused(tournament, hostile):
    with pytest.raises(DomainError, match="copy_part_broken"):
        copies.open_copy(copies.seal_copy(copies.pack(tournament) | {"event": hostile}))
