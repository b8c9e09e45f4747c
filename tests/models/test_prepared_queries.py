"""`rows.prepared` builds a query once, and finds the same rows as the queryset each time."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from tests import factories
from tests.all_addresses import queries_counted
from tournaments.models import Act, Entry, Line, Meeting, Presence, Round, Seat, Tournament
from tournaments.models.rows import MAX_PREPARED_VALUES, attach_related, prepared
from tournaments.registration import annotate_past_players

pytestmark = pytest.mark.django_db
both_databases = pytest.mark.both_databases


def seats_in(rounds: list[int]) -> QuerySet[Seat]:
    seats = annotate_past_players(Seat.objects.select_related("entry", "member__player", "meeting__place"))
    return seats.filter(meeting__round__in=rounds).order_by("pk")


def present_entries(tournament: int, number: int) -> QuerySet[Entry]:
    comes = Presence.objects.filter(entry=OuterRef("pk"), from_round__lte=number)
    gone = Q(club="Saint-Hilaire") | Q(presences__to_round__lt=number)
    return Entry.objects.filter(Exists(comes), tournament=tournament).exclude(gone).order_by("number")


def entries_by_name(name: str, tournament: int) -> QuerySet[Entry, tuple[int, str]]:
    return Entry.objects.filter(name=name, tournament=tournament).values_list("number", "name")


def tournaments_by_uid(uids: list[UUID]) -> QuerySet[Tournament]:
    return Tournament.objects.filter(uid__in=uids)


def actions_since(tournament: int, moment: datetime) -> QuerySet[Act]:
    return Act.objects.filter(tournament=tournament, at__gte=moment).order_by("version")


def highest_numbers(tournament: int) -> QuerySet[Entry, int]:
    return (
        Entry.objects.filter(tournament=tournament).order_by("-number").values_list("number", flat=True)[:3]
    )


def meetings_with_seats(round_: int) -> QuerySet[Meeting]:
    prefetched = Prefetch("seats", Seat.objects.order_by("side"))
    meetings = Meeting.objects.filter(round=round_).prefetch_related(prefetched)
    return meetings.annotate(lines_=Count("lines")).order_by("pk")


def lines_up_to(tournament: int, upto: int | None, newest: bool) -> QuerySet[Line]:
    found = Line.objects.filter(tournament=tournament).only("number", "data")
    found = found if upto is None else found.filter(version__lte=upto)
    return found.order_by("-number" if newest else "number")


@pytest.fixture
def rounds_(database: str, db: None) -> list[Round]:
    """Return two rounds of a tournament of eight, the first of them played, with names of the factories."""
    tournament = factories.tournament(8)
    factories.play_round(tournament, 1)
    return [tournament.stages.get().rounds.get(), factories.open_round(tournament, 2)]


def cases(rounds_: list[Round]) -> list[tuple[Callable[..., Any], tuple[Any, ...]]]:
    one, two = (round_.pk for round_ in rounds_)
    tournament = rounds_[0].stage.tournament
    version = tournament.lines.order_by("version")[1].version
    name, act = factories.entry(tournament, 3).name, tournament.acts.all()[0]
    return [
        *((seats_in, (which,)) for which in ([one], [two], [one, two], [two, one, two + 1], [0] * 5 + [one])),
        *((present_entries, (tournament.pk, number)) for number in (1, 2, 3)),
        *((entries_by_name, (text, tournament.pk)) for text in (name, "L'Écuyer", "")),
        (highest_numbers, (tournament.pk,)),
        *((actions_since, (tournament.pk, moment)) for moment in (act.at, act.at + timedelta(seconds=1))),
        *((tournaments_by_uid, (uids,)) for uids in ([tournament.uid], [tournament.uid, uuid4()], [uuid4()])),
        *((meetings_with_seats, (round_,)) for round_ in (one, two, 0)),
        *(
            (lines_up_to, (tournament.pk, upto, newest))
            for upto in (None, version, 0)
            for newest in (True, False)
        ),
    ]


def values_of_rows(found: Any) -> list[Any]:
    """Return all values that the rows were read with, and those of related rows."""
    return [row_with_related(row) if hasattr(row, "_state") else row for row in found]


def row_with_related(row: Any) -> list[Any]:
    fetched = getattr(row, "_prefetched_objects_cache", {})
    beside = {name: one and own_values(one) for name, one in row._state.fields_cache.items()}
    return [own_values(row), beside, {name: [own_values(one) for one in fetched[name]] for name in fetched}]


def own_values(row: Any) -> list[Any]:
    fields = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    return [type(row), fields, row._state.adding, row._state.db]


@both_databases
def test_prepared_query_equals_its_queryset(rounds_):
    again: dict[Any, Any] = {}
    for build, given in cases(rounds_) * 2:  # first built, then repeated
        asked = again.setdefault(build, prepared(build))
        with queries_counted() as plainly:
            expected = list(build(*given))
        with queries_counted() as queries:
            found = asked(*given)
        assert values_of_rows(found) == values_of_rows(expected), (build, given)
        assert len(queries) == len(plainly)
    assert len(seats_in([rounds_[0].pk])) == 8


@both_databases
def test_related_rows_are_not_fetched_again(rounds_):
    tournament = rounds_[0].stage.tournament
    (seat, *_others) = prepared(seats_in)([rounds_[0].pk])
    (meeting, *_others) = prepared(meetings_with_seats)(rounds_[0].pk)
    entries = attach_related(prepared(present_entries)(tournament.pk, 1), tournament=tournament)
    with queries_counted() as queries:
        assert seat.entry.name
        assert seat.meeting.place.number
        assert len(meeting.seats.all()) == 2
        assert {entry.tournament for entry in entries} == {tournament}
        assert meeting.lines_ == 1
        assert "who_played" in vars(seat)
    assert not queries


@both_databases
@pytest.mark.parametrize("number", [-(2**63), -1, 40_000, 2**31, 2**63 - 1])
def test_out_of_range_numbers_equal_the_queryset(rounds_, number):
    tournament = rounds_[0].stage.tournament
    for build, given in (
        (highest_numbers, (number,)),
        (seats_in, ([number],)),
        (lines_up_to, (tournament.pk, number, False)),
    ):
        assert values_of_rows(prepared(build)(*given)) == values_of_rows(build(*given)), build


def test_empty_list_finds_nothing_without_query(db):
    with queries_counted() as queries:
        assert prepared(seats_in)([]) == []
    assert not queries


def test_more_values_than_the_limit_are_found(rounds_):
    keys = [round_.pk for round_ in rounds_]
    assert len(prepared(seats_in)([*range(10_000, 10_000 + MAX_PREPARED_VALUES), *keys])) == 16


def test_value_used_in_python_or_unused_is_refused(db):
    for build in (
        lambda number: Entry.objects.filter(number=number + 1),
        lambda number: Entry.objects.all(),
        lambda one, other: Entry.objects.filter(number=one),
    ):
        with pytest.raises(TypeError):
            prepared(build)(*[1] * build.__code__.co_argcount)


@both_databases
def test_prepared_query_works_in_several_threads(transactional_db, database):
    tournament = factories.tournament(4)
    asked = prepared(highest_numbers)
    assert asked(tournament.pk) == [4, 3, 2]
    found: list[Any] = []

    def ask() -> None:
        try:
            found.append(asked(tournament.pk))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _turn in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[4, 3, 2]] * 4
