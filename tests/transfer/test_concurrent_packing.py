"""A copy is of one moment, and blocks no request."""

import threading

import pytest

from tests import factories
from tests.interleaved import in_a_thread
from tournaments.models.locking import locked
from tournaments.transfer import copies

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_a_copy_does_not_wait_for_an_action_that_is_under_way():
    tournament = factories.tournament(8)
    held, done = threading.Event(), threading.Event()

    def act():
        with locked(tournament.pk) as row:
            row.save_settings(note="half done")
            held.set()
            done.wait(20)

    acting = in_a_thread(act)
    assert held.wait(10)
    try:
        rows = copies.pack(tournament)
    finally:
        done.set()
        acting.join()
    assert "note" not in rows["tournament"]["settings"]
    assert copies.pack(tournament)["tournament"]["settings"]["note"] == "half done"


def test_action_during_copy_neither_waits_nor_appears():
    tournament = factories.tournament(8)
    with copies.consistent_read(tournament.pk) as standing:
        acting = in_a_thread(lambda: factories.open_round(tournament))
        acting.join(20)
        assert not acting.is_alive()
        before = copies.pack_rows(standing)
    assert before["parts"]["Round"]["rows"] == []
    assert len(copies.pack(tournament)["parts"]["Round"]["rows"]) == 1


def test_copies_made_during_writes_are_readable():
    tournament = factories.tournament(8)
    round_ = factories.open_round(tournament)
    stop = threading.Event()

    def go_on():
        number = 0
        while not stop.is_set():
            number += 1
            for table in range(1, 5):
                meeting = factories.meeting_at(round_, table)
                factories.enter(meeting, [121, number % 120], kind="correction" if number > 1 else "claim")

    writing = in_a_thread(go_on)
    try:
        versions = [copies.open_copy(copies.seal_copy(copies.pack(tournament))).version for _ in range(12)]
    finally:
        stop.set()
        writing.join()
    assert versions == sorted(versions) and versions[-1] > versions[0]


def test_locked_tournament_can_be_packed():
    tournament = factories.tournament(4)
    with locked(tournament.pk):
        assert copies.pack(tournament)["tournament"]["version"] == tournament.version


def test_deleted_tournament_cannot_be_packed():
    tournament = factories.tournament(4)
    tournament.pk = 999_999
    with pytest.raises(copies.file.DomainError) as gone:
        copies.pack(tournament)
    assert gone.value.code == "tournament_gone"
