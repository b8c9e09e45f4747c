"""A list that two directors enter at once, or that is undone: each person once, and no others touched."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring import DomainError
from tests import page_reader
from tests.registration.test_importing import ROSTER_CSV, Browser
from tournaments import registration
from tournaments.common import audit_log
from tournaments.registration import Draft
from tournaments.transfer import copies


@pytest.mark.both_databases
def test_list_imported_twice_at_once_has_no_duplicates(tournament, director, monkeypatch):
    one, other = (Browser(Client(), tournament) for _ in range(2))
    for browser in (one, other):
        browser.client.force_login(director)
        browser.bring(ROSTER_CSV.encode())
        browser.look()
    enter = registration.import_roster

    def overtaken(*args, **options):
        monkeypatch.setattr(registration, "import_roster", enter)
        assert other.enter().status_code == 302
        return enter(*args, **options)

    monkeypatch.setattr(registration, "import_roster", overtaken)
    answer = one.enter()
    assert (answer.status_code, page_reader.codes(answer)[0]) == (422, "roster_changed")
    assert page_reader.data(answer, "entered") == ["1", "2", "3"]
    assert tournament.entries.count() == 3


def test_import_with_outdated_comparison_is_refused(tournament, director):
    compared = registration.entered_people(tournament)
    registration.add_entry(tournament, "Huguette Côté")
    with pytest.raises(DomainError, match="roster_changed"):
        registration.import_roster(
            tournament, [Draft("Jean Roy")], token="a", by=director, compared_with=compared
        )
    assert [entry.name for entry in tournament.entries.all()] == ["Huguette Côté"]


def _import_with_clock_ahead(tournament, director, time_machine, ahead):
    """Enter a list of three while the clock is `ahead`, then give its last number to another player."""
    names = ["Huguette Côté", "Yvon Lavoie", "Pat O'Brien"]
    now = timezone.now()
    time_machine.move_to(now + ahead)
    act, _new = registration.import_roster(
        tournament, [Draft(name) for name in names], token="ahead", by=director
    )
    time_machine.move_to(now)
    registration.remove_entry(tournament.entries.get(number=3))
    typed = registration.add_entry(tournament, "Jean Roy")
    assert typed.number == 3
    return act, typed


@pytest.mark.both_databases
@pytest.mark.parametrize("recorded", [True, False], ids=["by uids", "by an older program"])
@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(seconds=30)], ids=["1 h", "30 s"])
def test_import_undo_keeps_manually_entered_players(
    tournament, director, time_machine, monkeypatch, recorded, ahead
):
    if not recorded:
        record = audit_log.record
        monkeypatch.setattr(
            audit_log, "record", lambda *act, **more: record(*act, **more | {"inverse": {}, "undoes": None})
        )
    act, typed = _import_with_clock_ahead(tournament, director, time_machine, ahead)
    monkeypatch.undo()
    audit_log.undo(act, by=director)
    assert list(tournament.entries.all()) == [typed]


def test_seated_manual_entry_does_not_block_import_undo(tournament, director, time_machine):
    act, typed = _import_with_clock_ahead(tournament, director, time_machine, timedelta(hours=1))
    meeting = (
        tournament.stages.get()
        .rounds.create(number=1, state="open")
        .meetings.create(place=tournament.places.first())
    )
    meeting.seats.create(letter="A", side=0, entry=typed)
    assert [one.version for one in registration.undoable_imports(tournament)] == [act.version]
    assert [entry.number for entry in registration.imported_entries(act)] == [1, 2]


def test_restored_copy_can_undo_import(tournament, director, time_machine):
    _act, typed = _import_with_clock_ahead(tournament, director, time_machine, timedelta(hours=1))
    copy = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    again = copies.restore(copy, by=director)
    audit_log.undo(again.acts.get(kind="import"), by=director)
    assert [entry.uid for entry in again.entries.all()] == [typed.uid]
