"""A copy carries the event of its tournament; what is known here of events stays as it is."""

import pytest

from scoring import DomainError
from tests import event_days, factories
from tournaments.models import Event, EventTournament, Organisation
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def day(lise):
    return event_days.days(1, lise.roles.get().organisation)[0]


def restored_elsewhere(day, lise, **changed):
    """Restore a copy of the tournament where neither it nor its event is known."""
    content = copies.seal_copy(copies.pack(day) | changed)
    EventTournament.objects.all().delete()
    Event.objects.all().delete()
    return copies.restore(copies.open_copy(content), by=lise)


def test_an_event_comes_with_the_copy_of_a_tournament(day, lise):
    event = event_days.event(day, most=2)
    back = restored_elsewhere(day, lise)
    made = Event.objects.get()
    assert (made.uid, made.name, made.max_choices) == (event.uid, event.name, 2)
    assert made.organisation == back.organisation
    assert list(made.tournaments()) == [back]


def test_a_copy_without_an_event_and_one_of_an_older_program_bring_none(day, lise):
    assert copies.pack(day)["event"] is None
    older = copies.pack(day)
    del older["event"]
    back = copies.restore(copies.open_copy(copies.seal_copy(older)), by=lise)
    assert back.epoch == 2
    assert not Event.objects.exists()


def test_an_event_that_is_known_keeps_its_name_and_limit(day, lise):
    event = event_days.event(day, most=2)
    content = copies.seal_copy(copies.pack(day))
    EventTournament.objects.all().delete()
    Event.objects.update(name="Autre nom", max_choices=None)
    back = copies.restore(copies.open_copy(content), by=lise)
    event.refresh_from_db()
    assert (event.name, event.max_choices) == ("Autre nom", None)
    assert list(event.tournaments()) == [back]


def test_a_tournament_stays_in_the_event_in_which_it_is_here(day, lise):
    event_days.event(day)
    content = copies.seal_copy(copies.pack(day))
    EventTournament.objects.all().delete()
    other = event_days.event(day)
    back = copies.restore(copies.open_copy(content), by=lise)
    assert list(other.tournaments()) == [back]
    assert EventTournament.objects.count() == 1


def test_an_event_of_another_organisation_is_neither_joined_nor_renamed(day, lise):
    theirs = Event.objects.create(
        organisation=Organisation.objects.create(name="FADOQ Sorel"), name="Leurs jeux"
    )
    forged = {"uid": str(theirs.uid), "name": "Volé", "max_choices": 9}
    back = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day) | {"event": forged})), by=lise)
    theirs.refresh_from_db()
    assert (theirs.name, theirs.max_choices) == ("Leurs jeux", None)
    assert not EventTournament.objects.filter(tournament_uid=back.uid).exists()


def test_a_full_event_takes_no_more(day, lise, monkeypatch):
    from tournaments.transfer.copies import events

    monkeypatch.setattr(events, "MAX_TOURNAMENTS", 1)
    [other] = event_days.days(1, day.organisation)
    event = event_days.event(other)
    described = {"uid": str(event.uid), "name": event.name, "max_choices": None}
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day) | {"event": described})), by=lise)
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
def test_an_event_that_cannot_be_is_refused(day, hostile):
    with pytest.raises(DomainError, match="copy_part_broken"):
        copies.open_copy(copies.seal_copy(copies.pack(day) | {"event": hostile}))
