"""Results that are sent in the same moment are committed together, and each is answered for itself."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from tests import factories
from tests.devices.test_api import here, joined, result, submit
from tournaments.models import Line, Tournament
from tournaments.models.tournament import locked, one_writer_at_a_time
from tournaments.rounds import scores
from tournaments.rounds.scores import lines

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TABLES = 6


@pytest.fixture
def day() -> Tournament:
    day = factories.tournament(2 * TABLES)
    factories.open_round(day)
    return day


@pytest.fixture
def commits(monkeypatch) -> list[int]:
    """How many there were: one entry each."""
    seen: list[int] = []
    real = type(connection._connections[connection._alias])._commit

    def counted(self: Any) -> Any:
        seen.append(1)
        return real(self)

    monkeypatch.setattr(type(connection._connections[connection._alias]), "_commit", counted)
    return seen


@contextmanager
def held(day: Tournament) -> Iterator[None]:
    """Another request holds the tournament for that time."""
    begun, go_on = threading.Event(), threading.Event()

    def holds() -> None:
        with locked(day.pk):
            begun.set()
            go_on.wait()
        connection.close()

    holding = threading.Thread(target=holds)
    holding.start()
    begun.wait()
    try:
        yield
    finally:
        go_on.set()
        holding.join()


def closing(work: Callable[[], Any]) -> Any:
    """Work in a thread of its own, with a connection that ends with it."""
    try:
        return work()
    finally:
        connection.close()


def at_once(day: Tournament, *asked: Callable[[], Any]) -> list[Any]:
    """It comes while the tournament is held: one waits for its lock, the others for that one."""
    with ThreadPoolExecutor(len(asked)) as pool:
        with held(day):
            coming = [pool.submit(closing, one) for one in asked]
            while len(lines.TOGETHER.waiting[day.pk]) < len(asked):
                threading.Event().wait(0.01)
        return [one.result() for one in coming]


def results(day: Tournament) -> list[tuple[str, dict]]:
    """The token of each table, and what it sends."""
    tokens = [joined(day, table)["token"] for table in range(1, TABLES + 1)]
    return [(token, result(here(token)["meetings"][0], [121, 60 + at])) for at, token in enumerate(tokens)]


def test_the_results_of_a_round_are_written_once_with_few_commits(day, commits):
    sent = results(day)
    twice = [*sent, *sent[:2]]
    del commits[:]
    answers = at_once(day, *(lambda one=one: submit(*one)[0] for one in twice))
    assert sorted(one["answer"] for one in answers) == ["accepted"] * TABLES + ["same"] * 2
    assert sorted(Line.objects.values_list("number", flat=True)) == list(range(1, TABLES + 1))
    assert {one["line"]: one["nonce"] for one in answers} == dict(Line.objects.values_list("number", "nonce"))
    day.refresh_from_db()
    assert (day.last_line, day.version) == (TABLES, Line.objects.order_by("number").last().version)
    assert scores.rebuild(day, check=True) == []
    assert len(commits) < TABLES


def test_results_of_several_tournaments_are_one_commit_and_each_is_counted_in_its_own(
    day, commits, monkeypatch
):
    other, first = (factories.tournament(2 * TABLES, by=factories.director(name)) for name in ("zoe", "guy"))
    for one in (other, first):
        factories.open_round(one)
    (ahead, *_rest), sent = results(first), [*results(day), *results(other)]
    begun, go_on, write = threading.Event(), threading.Event(), lines.TOGETHER.write_all

    def slowly(works: Any) -> Any:
        begun.set()
        go_on.wait()
        return write(works)

    monkeypatch.setattr(lines.TOGETHER, "write_all", slowly)
    del commits[:]
    with ThreadPoolExecutor(len(sent) + 1) as pool:
        coming = [pool.submit(closing, lambda: submit(*ahead)[0])]
        begun.wait()
        coming += [pool.submit(closing, lambda one=one: submit(*one)[0]) for one in sent]
        while sum(map(len, lines.TOGETHER.waiting.values())) < len(sent):
            threading.Event().wait(0.01)
        go_on.set()
        assert {one.result()["answer"] for one in coming} == {"accepted"}
    assert len(commits) == 2
    for tournament in (day, other):
        written = Line.objects.filter(tournament=tournament).values_list("number", flat=True)
        assert sorted(written) == list(range(1, TABLES + 1))
        tournament.refresh_from_db()
        assert tournament.last_line == TABLES
        assert scores.rebuild(tournament, check=True) == []


def test_a_tournament_that_is_held_keeps_no_other_waiting(day, database):
    """SQLite has one lock for all: there the other one waits too, and both are written then."""
    other = factories.tournament(2 * TABLES, by=factories.director("huguette"), seed=8)
    factories.open_round(other)
    (mine, *_rest), (beside, *_others) = results(day), results(other)
    with ThreadPoolExecutor(2) as pool:
        with held(day):
            waits = pool.submit(closing, lambda: submit(*mine)[0])
            while not lines.TOGETHER.waiting.get(day.pk):
                threading.Event().wait(0.01)
            goes_on = pool.submit(closing, lambda: submit(*beside)[0])
            if database == "postgresql":
                assert goes_on.result()["answer"] == "accepted"
            assert not waits.done()
        assert {waits.result()["answer"], goes_on.result()["answer"]} == {"accepted"}


def test_who_is_refused_takes_nothing_from_the_others(day):
    (token, first), *others = results(day)
    first["data"]["pegged"] = [121, 121]
    refused, *answers = at_once(day, *(lambda one=one: submit(*one)[0] for one in [(token, first), *others]))
    assert refused["answer"] == "refused"
    assert [one["answer"] for one in answers] == ["accepted"] * (TABLES - 1)
    assert sorted(Line.objects.values_list("number", flat=True)) == list(range(1, TABLES))
    assert scores.rebuild(day, check=True) == []


def test_two_tables_with_one_nonce_are_told_apart_by_the_database(day):
    """Neither line is there when both are checked: what the database refuses is written one by one."""
    (one, first), (other, second), *rest = results(day)
    second["nonce"] = first["nonce"]
    sent = [(one, first), (other, second), *rest]
    answers = at_once(day, *(lambda each=each: submit(*each)[0] for each in sent))
    assert sorted(each["answer"] for each in answers[:2]) == ["accepted", "refused"]
    assert [each["answer"] for each in answers[2:]] == ["accepted"] * (TABLES - 2)
    assert sorted(Line.objects.values_list("number", flat=True)) == list(range(1, TABLES))


def test_a_line_and_its_correction_go_in_turn(day):
    (token, first), *_others = results(day)
    corrected = {**first, "nonce": "b" * 32, "kind": "correction", "data": {"v": 1, "pegged": [121, 99]}}
    answers = at_once(
        day, lambda: submit(token, first, {**corrected, "basis": 1})[0], lambda: submit(token, first)[0]
    )
    assert sorted(one["answer"] for one in answers) == ["accepted", "same"]
    assert list(Line.objects.order_by("number").values_list("kind", flat=True)) == ["claim", "correction"]
    assert scores.rebuild(day, check=True) == []


def test_a_thread_that_has_the_turn_of_writers_waits_for_no_other(day):
    """Each would wait for the other: a code of a tablet is taken in that turn, while others send results."""
    first, second = (factories.meeting_at(day.stages.get().rounds.get(), table) for table in (1, 2))

    other = threading.Thread(target=closing, args=[lambda: factories.enter(second, [121, 90])], daemon=True)

    def in_turn() -> None:
        with one_writer_at_a_time():
            other.start()
            other.join(1)  # it waits, where the database has one writer
            factories.enter(first, [121, 88])

    turn = threading.Thread(target=closing, args=[in_turn], daemon=True)
    turn.start()
    turn.join(20)
    assert not turn.is_alive()
    other.join(20)
    assert Line.objects.count() == 2
