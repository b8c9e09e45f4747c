"""Results that are sent in the same moment are committed together, and each is answered for itself."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import translation

from tests import factories
from tests.devices.test_api import here, joined, result, submit
from tournaments.common import group_commit
from tournaments.models import Line, Organisation, Tournament
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = 6


def closing(work: Callable[[], Any]) -> Any:
    """What a request in a thread of its own comes to: its answer, or what it raised."""
    try:
        return work()
    except Exception as fault:
        return fault
    finally:
        connection.close()


def at_once(*asked: Callable[[], Any]) -> list[Any]:
    """All of it comes while something else is being written: so it goes together."""
    begun, go_on = threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        go_on.wait()

    with ThreadPoolExecutor(len(asked) + 1) as pool:
        ahead = pool.submit(closing, lambda: group_commit.run_in_group(first))
        begun.wait()
        waiting = [pool.submit(closing, one) for one in asked]
        while len(group_commit.GROUP.waiting) < len(asked) and not all(one.done() for one in waiting):
            threading.Event().wait(0.01)
        go_on.set()
        ahead.result()
        return [one.result() for one in waiting]


def club(name: str, slug: str = "") -> Callable[[], Any]:
    """Write an organisation down in a transaction of its own, as results are."""

    def write() -> Organisation:
        with transaction.atomic():
            return Organisation.objects.create(name=name, slug=slug or name.lower())

    return lambda: group_commit.run_in_group(write)


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


def test_what_comes_at_once_is_one_commit_and_everybody_has_their_own_answer(commits):
    names = [f"Sorel{at}" for at in range(TABLES)]
    del commits[:]
    made = at_once(*(club(name) for name in names))
    assert [one.name for one in made] == names
    assert sorted(Organisation.objects.values_list("name", flat=True)) == names
    assert len(commits) == 1


def test_who_is_refused_takes_nothing_from_the_others():
    def refuse() -> None:
        with transaction.atomic():
            Organisation.objects.create(name="never", slug="never")
            raise ValueError("no")

    first, refused, last = at_once(club("Sorel"), lambda: group_commit.run_in_group(refuse), club("Acton"))
    assert (first.name, last.name, str(refused)) == ("Sorel", "Acton", "no")
    assert sorted(Organisation.objects.values_list("name", flat=True)) == ["Acton", "Sorel"]


def test_what_the_database_refuses_is_done_alone_and_the_rest_stands():
    first, refused, last = at_once(club("Sorel", "same"), club("Beloeil", "same"), club("Acton"))
    wrong = [one for one in (first, refused, last) if isinstance(one, IntegrityError)]
    assert (len(wrong), last.name) == (1, "Acton")
    assert Organisation.objects.count() == 2


def test_a_rollback_that_nobody_speaks_of_acknowledges_nothing():
    def hushed() -> str:
        if transaction.get_connection().in_atomic_block:
            transaction.set_rollback(True)
        return "hushed"

    made, said = at_once(club("Sorel"), lambda: group_commit.run_in_group(hushed))
    assert (made.name, said) == ("Sorel", "hushed")
    assert Organisation.objects.get(pk=made.pk).name == "Sorel"


def test_everybody_is_answered_in_their_own_language():
    def asked(language: str) -> Callable[[], Any]:
        def ask() -> Any:
            with translation.override(language):
                return group_commit.run_in_group(translation.get_language)

        return ask

    assert at_once(asked("en"), asked("fr-ca"), asked("en")) == ["en", "fr-ca", "en"]


def test_the_results_of_a_round_are_all_written_once(commits):
    day = factories.tournament(2 * TABLES)
    factories.open_round(day)
    tokens = [joined(day, table)["token"] for table in range(1, TABLES + 1)]
    sent = [(token, result(here(token)["meetings"][0], [121, 60 + at])) for at, token in enumerate(tokens)]
    del commits[:]
    twice = [*sent, *sent[:2]]
    told = at_once(*(lambda one=one: submit(*one)[0] for one in twice))
    assert sorted(one["answer"] for one in told) == ["accepted"] * TABLES + ["same"] * 2
    assert sorted(Line.objects.values_list("number", flat=True)) == list(range(1, TABLES + 1))
    assert {one["line"]: one["nonce"] for one in told} == dict(Line.objects.values_list("number", "nonce"))
    assert scores.rebuild(Tournament.objects.get(), check=True) == []
    assert len(commits) < TABLES
