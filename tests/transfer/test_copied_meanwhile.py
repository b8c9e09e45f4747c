"""A copy is of one moment, and nobody waits for it."""

import threading

import pytest

from tests import factories
from tests.interleaved import in_a_thread
from tournaments.models.tournament import locked
from tournaments.transfer import copies

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_a_copy_does_not_wait_for_an_action_that_is_under_way():
    day = factories.tournament(8)
    held, done = threading.Event(), threading.Event()

    def act():
        with locked(day.pk) as tournament:
            tournament.keep(note="half done")
            held.set()
            done.wait(20)

    acting = in_a_thread(act)
    assert held.wait(10)
    try:
        rows = copies.pack(day)
    finally:
        done.set()
        acting.join()
    assert "note" not in rows["tournament"]["settings"]
    assert copies.pack(day)["tournament"]["settings"]["note"] == "half done"


def test_an_action_does_not_wait_for_a_copy_and_the_copy_does_not_see_it():
    day = factories.tournament(8)
    with copies.at_one_moment(day.pk) as standing:
        acting = in_a_thread(lambda: factories.open_round(day))
        acting.join(20)
        assert not acting.is_alive()
        before = copies.pack_standing(standing)
    assert before["parts"]["Round"]["rows"] == []
    assert len(copies.pack(day)["parts"]["Round"]["rows"]) == 1


def test_copies_made_while_devices_join_and_write_can_all_be_read():
    day = factories.tournament(8)
    round_ = factories.open_round(day)
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
        versions = [copies.open_copy(copies.seal_copy(copies.pack(day))).version for _ in range(12)]
    finally:
        stop.set()
        writing.join()
    assert versions == sorted(versions) and versions[-1] > versions[0]


def test_inside_a_transaction_the_tournament_is_locked():
    day = factories.tournament(4)
    with locked(day.pk):
        assert copies.pack(day)["tournament"]["version"] == day.version


def test_of_a_tournament_that_is_gone_there_is_no_copy():
    day = factories.tournament(4)
    day.pk = 999_999
    with pytest.raises(copies.file.DomainError) as gone:
        copies.pack(day)
    assert gone.value.code == "tournament_gone"
