"""`rows.prepared`: a query that is worked out once finds what it would find each time."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from tests import factories
from tests.walk import queries_counted
from tournaments.models import Act, Entry, Line, Meeting, Presence, Round, Seat, Tournament
from tournaments.models.rows import MAX_PREPARED_VALUES, prepared, with_known
from tournaments.registration import with_who_played

pytestmark = pytest.mark.django_db
both_databases = pytest.mark.both_databases


def seats_in(rounds: list[int]) -> QuerySet[Seat]:
    seats = with_who_played(Seat.objects.select_related("entry", "member__player", "meeting__place"))
    return seats.filter(meeting__round__in=rounds).order_by("pk")


def here(tournament: int, number: int) -> QuerySet[Entry]:
    comes = Presence.objects.filter(entry=OuterRef("pk"), from_round__lte=number)
    gone = Q(club="Saint-Hilaire") | Q(presences__to_round__lt=number)
    return Entry.objects.filter(Exists(comes), tournament=tournament).exclude(gone).order_by("number")


def called(name: str, tournament: int) -> QuerySet[Entry, tuple[int, str]]:
    return Entry.objects.filter(name=name, tournament=tournament).values_list("number", "name")


def of_uids(uids: list[UUID]) -> QuerySet[Tournament]:
    return Tournament.objects.filter(uid__in=uids)


def since(tournament: int, moment: datetime) -> QuerySet[Act]:
    return Act.objects.filter(tournament=tournament, at__gte=moment).order_by("version")


def numbers(tournament: int) -> QuerySet[Entry, int]:
    return (
        Entry.objects.filter(tournament=tournament).order_by("-number").values_list("number", flat=True)[:3]
    )


def tables(round_: int) -> QuerySet[Meeting]:
    prefetched = Prefetch("seats", Seat.objects.order_by("side"))
    meetings = Meeting.objects.filter(round=round_).prefetch_related(prefetched)
    return meetings.annotate(lines_=Count("lines")).order_by("pk")


def lines(tournament: int, upto: int | None, newest: bool) -> QuerySet[Line]:
    found = Line.objects.filter(tournament=tournament).only("number", "data")
    found = found if upto is None else found.filter(version__lte=upto)
    return found.order_by("-number" if newest else "number")


@pytest.fixture
def rounds_(database: str, db: None) -> list[Round]:
    """Two rounds of a day of eight, the first of them played; the names are those of the fixtures."""
    day = factories.tournament(8)
    factories.play_round(day, 1)
    return [day.stages.get().rounds.get(), factories.open_round(day, 2)]


def cases(rounds_: list[Round]) -> list[tuple[Callable[..., Any], tuple[Any, ...]]]:
    one, two = (round_.pk for round_ in rounds_)
    day = rounds_[0].stage.tournament
    version = day.lines.order_by("version")[1].version
    name, act = factories.entry(day, 3).name, day.acts.all()[0]
    return [
        *((seats_in, (which,)) for which in ([one], [two], [one, two], [two, one, two + 1], [0] * 5 + [one])),
        *((here, (day.pk, number)) for number in (1, 2, 3)),
        *((called, (text, day.pk)) for text in (name, "L'Écuyer", "")),
        (numbers, (day.pk,)),
        *((since, (day.pk, moment)) for moment in (act.at, act.at + timedelta(seconds=1))),
        *((of_uids, (uids,)) for uids in ([day.uid], [day.uid, uuid4()], [uuid4()])),
        *((tables, (round_,)) for round_ in (one, two, 0)),
        *((lines, (day.pk, upto, newest)) for upto in (None, version, 0) for newest in (True, False)),
    ]


def told(found: Any) -> list[Any]:
    """Everything that rows have been read with, and what of the rows beside them."""
    return [whole(row) if hasattr(row, "_state") else row for row in found]


def whole(row: Any) -> list[Any]:
    fetched = getattr(row, "_prefetched_objects_cache", {})
    beside = {name: one and own(one) for name, one in row._state.fields_cache.items()}
    return [own(row), beside, {name: [own(one) for one in fetched[name]] for name in fetched}]


def own(row: Any) -> list[Any]:
    fields = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    return [type(row), fields, row._state.adding, row._state.db]


@both_databases
def test_it_finds_what_the_queryset_finds(rounds_):
    again: dict[Any, Any] = {}
    for build, given in cases(rounds_) * 2:  # worked out, then asked again
        asked = again.setdefault(build, prepared(build))
        with queries_counted() as plainly:
            expected = list(build(*given))
        with queries_counted() as queries:
            found = asked(*given)
        assert told(found) == told(expected), (build, given)
        assert len(queries) == len(plainly)
    assert len(seats_in([rounds_[0].pk])) == 8


@both_databases
def test_what_stands_beside_a_row_is_not_fetched_anew(rounds_):
    day = rounds_[0].stage.tournament
    (seat, *_others) = prepared(seats_in)([rounds_[0].pk])
    (meeting, *_others) = prepared(tables)(rounds_[0].pk)
    entries = with_known(prepared(here)(day.pk, 1), tournament=day)
    with queries_counted() as queries:
        assert seat.entry.name
        assert seat.meeting.place.number
        assert len(meeting.seats.all()) == 2
        assert {entry.tournament for entry in entries} == {day}
        assert meeting.lines_ == 1
        assert "who_played" in vars(seat)
    assert not queries


@both_databases
@pytest.mark.parametrize("number", [-(2**63), -1, 40_000, 2**31, 2**63 - 1])
def test_a_number_that_no_column_takes_finds_what_the_queryset_finds(rounds_, number):
    day = rounds_[0].stage.tournament
    for build, given in ((numbers, (number,)), (seats_in, ([number],)), (lines, (day.pk, number, False))):
        assert told(prepared(build)(*given)) == told(build(*given)), build


def test_an_empty_list_finds_nothing_and_asks_nobody(db):
    with queries_counted() as queries:
        assert prepared(seats_in)([]) == []
    assert not queries


def test_so_many_that_they_cannot_be_marked_are_found_all_the_same(rounds_):
    keys = [round_.pk for round_ in rounds_]
    assert len(prepared(seats_in)([*range(10_000, 10_000 + MAX_PREPARED_VALUES), *keys])) == 16


def test_a_value_that_is_looked_at_or_dropped_is_refused(db):
    for build in (
        lambda number: Entry.objects.filter(number=number + 1),
        lambda number: Entry.objects.all(),
        lambda one, other: Entry.objects.filter(number=one),
    ):
        with pytest.raises(TypeError):
            prepared(build)(*[1] * build.__code__.co_argcount)


@both_databases
def test_threads_have_connections_of_their_own(transactional_db, database):
    day = factories.tournament(4)
    asked = prepared(numbers)
    assert asked(day.pk) == [4, 3, 2]
    found: list[Any] = []

    def ask() -> None:
        try:
            found.append(asked(day.pk))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _turn in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[4, 3, 2]] * 4
