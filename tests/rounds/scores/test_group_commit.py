"""Results sent at the same moment are committed together, and each gets its own answer."""

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
from tournaments.models.locking import locked, writer_lock
from tournaments.rounds import scores
from tournaments.rounds.scores import lines

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TABLES = 6


@pytest.fixture
def tournament() -> Tournament:
    tournament = factories.tournament(2 * TABLES)
    factories.open_round(tournament)
    return tournament


@pytest.fixture
def commits(monkeypatch) -> list[int]:
    """Return a list that grows by one entry for each commit."""
    seen: list[int] = []
    real = type(connection._connections[connection._alias])._commit

    def counted(self: Any) -> Any:
        seen.append(1)
        return real(self)

    monkeypatch.setattr(type(connection._connections[connection._alias]), "_commit", counted)
    return seen


@contextmanager
def hold_tournament(tournament: Tournament) -> Iterator[None]:
    """Hold the tournament in another request for that time."""
    begun, go_on = threading.Event(), threading.Event()

    def holds() -> None:
        with locked(tournament.pk):
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


def close_connection_after(work: Callable[[], Any]) -> Any:
    """Work in a thread of its own, with a connection that ends with it."""
    try:
        return work()
    finally:
        connection.close()


def run_at_once(tournament: Tournament, *asked: Callable[[], Any]) -> list[Any]:
    """Run these while the tournament is held: one waits for its lock, the others for that one."""
    with ThreadPoolExecutor(len(asked)) as pool:
        with hold_tournament(tournament):
            coming = [pool.submit(close_connection_after, one) for one in asked]
            while len(lines.LINE_GROUP.waiting[tournament.pk]) < len(asked):
                threading.Event().wait(0.01)
        return [one.result() for one in coming]


def results(tournament: Tournament) -> list[tuple[str, dict]]:
    """Return the token of each table, and what it sends."""
    tokens = [joined(tournament, table)["token"] for table in range(1, TABLES + 1)]
    return [(token, result(here(token)["meetings"][0], [121, 60 + at])) for at, token in enumerate(tokens)]


def test_simultaneous_results_share_commits(tournament, commits):
    sent = results(tournament)
    twice = [*sent, *sent[:2]]
    del commits[:]
    answers = run_at_once(tournament, *(lambda one=one: submit(*one)[0] for one in twice))
    assert sorted(one["answer"] for one in answers) == ["accepted"] * TABLES + ["same"] * 2
    assert sorted(Line.objects.values_list("number", flat=True)) == list(range(1, TABLES + 1))
    assert {one["line"]: one["nonce"] for one in answers} == dict(Line.objects.values_list("number", "nonce"))
    tournament.refresh_from_db()
    assert (tournament.last_line, tournament.version) == (
        TABLES,
        Line.objects.order_by("number").last().version,
    )
    assert scores.rebuild(tournament, check=True) == []
    assert len(commits) < TABLES


def test_results_of_several_tournaments_share_one_commit(tournament, commits, monkeypatch):
    other, first = (factories.tournament(2 * TABLES, by=factories.director(name)) for name in ("zoe", "guy"))
    for one in (other, first):
        factories.open_round(one)
    (ahead, *_rest), sent = results(first), [*results(tournament), *results(other)]
    begun, go_on, write = threading.Event(), threading.Event(), lines.LINE_GROUP.write_all

    def slowly(works: Any) -> Any:
        begun.set()
        go_on.wait()
        return write(works)

    monkeypatch.setattr(lines.LINE_GROUP, "write_all", slowly)
    del commits[:]
    with ThreadPoolExecutor(len(sent) + 1) as pool:
        coming = [pool.submit(close_connection_after, lambda: submit(*ahead)[0])]
        begun.wait()
        coming += [pool.submit(close_connection_after, lambda one=one: submit(*one)[0]) for one in sent]
        while sum(map(len, lines.LINE_GROUP.waiting.values())) < len(sent):
            threading.Event().wait(0.01)
        go_on.set()
        assert {one.result()["answer"] for one in coming} == {"accepted"}
    assert len(commits) == 2
    for each in (tournament, other):
        written = Line.objects.filter(tournament=each).values_list("number", flat=True)
        assert sorted(written) == list(range(1, TABLES + 1))
        each.refresh_from_db()
        assert each.last_line == TABLES
        assert scores.rebuild(each, check=True) == []


def test_locked_tournament_does_not_block_others(tournament, database):
    """SQLite has one lock for all: there the other one waits too, and both are written then."""
    other = factories.tournament(2 * TABLES, by=factories.director("huguette"), seed=8)
    factories.open_round(other)
    (mine, *_rest), (beside, *_others) = results(tournament), results(other)
    with ThreadPoolExecutor(2) as pool:
        with hold_tournament(tournament):
            waits = pool.submit(close_connection_after, lambda: submit(*mine)[0])
            while not lines.LINE_GROUP.waiting.get(tournament.pk):
                threading.Event().wait(0.01)
            goes_on = pool.submit(close_connection_after, lambda: submit(*beside)[0])
            if database == "postgresql":
                assert goes_on.result()["answer"] == "accepted"
            assert not waits.done()
        assert {waits.result()["answer"], goes_on.result()["answer"]} == {"accepted"}


def test_refused_result_does_not_affect_others(tournament):
    (token, first), *others = results(tournament)
    first["data"]["pegged"] = [121, 121]
    refused, *answers = run_at_once(
        tournament, *(lambda one=one: submit(*one)[0] for one in [(token, first), *others])
    )
    assert refused["answer"] == "refused"
    assert [one["answer"] for one in answers] == ["accepted"] * (TABLES - 1)
    assert sorted(Line.objects.values_list("number", flat=True)) == list(range(1, TABLES))
    assert scores.rebuild(tournament, check=True) == []


def test_nonce_shared_by_two_tables_counts_once(tournament):
    """Neither line is there when both are checked; the database refuses one, and each is written alone."""
    (one, first), (other, second), *rest = results(tournament)
    second["nonce"] = first["nonce"]
    sent = [(one, first), (other, second), *rest]
    answers = run_at_once(tournament, *(lambda each=each: submit(*each)[0] for each in sent))
    assert sorted(each["answer"] for each in answers[:2]) == ["accepted", "refused"]
    assert [each["answer"] for each in answers[2:]] == ["accepted"] * (TABLES - 2)
    assert sorted(Line.objects.values_list("number", flat=True)) == list(range(1, TABLES))


def test_line_and_its_correction_are_written_in_order(tournament):
    (token, first), *_others = results(tournament)
    corrected = {**first, "nonce": "b" * 32, "kind": "correction", "data": {"v": 1, "pegged": [121, 99]}}
    answers = run_at_once(
        tournament,
        lambda: submit(token, first, {**corrected, "basis": 1})[0],
        lambda: submit(token, first)[0],
    )
    assert sorted(one["answer"] for one in answers) == ["accepted", "same"]
    assert list(Line.objects.order_by("number").values_list("kind", flat=True)) == ["claim", "correction"]
    assert scores.rebuild(tournament, check=True) == []


def test_thread_with_write_turn_does_not_deadlock(tournament):
    """A tablet's code is taken in the write turn while others send results; each could wait for the other."""
    first, second = (factories.meeting_at(tournament.stages.get().rounds.get(), table) for table in (1, 2))

    other = threading.Thread(
        target=close_connection_after, args=[lambda: factories.enter(second, [121, 90])], daemon=True
    )

    def in_turn() -> None:
        with writer_lock():
            other.start()
            other.join(1)  # it waits, where the database has one writer
            factories.enter(first, [121, 88])

    turn = threading.Thread(target=close_connection_after, args=[in_turn], daemon=True)
    turn.start()
    turn.join(20)
    assert not turn.is_alive()
    other.join(20)
    assert Line.objects.count() == 2
