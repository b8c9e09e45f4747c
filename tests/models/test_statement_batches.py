"""Statements sent as one batch: each sees earlier writes, also those of the last holder of the lock."""

import threading
from datetime import UTC, date, datetime

import pytest
from django.db import connection, transaction

from tournaments.models import Organisation, Tournament
from tournaments.models.locking import locked, locked_and_read
from tournaments.models.rows import fetch_each, insert

pytestmark = pytest.mark.both_databases

SELECT_NAME = "SELECT name FROM tournaments_organisation WHERE id = %s"
UPDATE_NAME = "UPDATE tournaments_organisation SET name = %s WHERE id = %s"


@pytest.mark.django_db
def test_each_statement_sees_earlier_statements():
    club = Organisation.objects.create(name="L'Écuyer; 100 %")
    before, none, after = fetch_each(
        (SELECT_NAME, (club.pk,)), (UPDATE_NAME, ("O'Brien", club.pk)), (SELECT_NAME, (club.pk,))
    )
    assert (before, none, after) == ([("L'Écuyer; 100 %",)], [], [("O'Brien",)])


@pytest.mark.django_db
def test_failing_statement_rolls_back_earlier_ones():
    club = Organisation.objects.create(name="Saint-Hilaire")
    with pytest.raises(Exception, match="no_such_table"), transaction.atomic():
        fetch_each((UPDATE_NAME, ("O'Brien", club.pk)), ("SELECT 1 FROM no_such_table", ()))
    club.refresh_from_db()
    assert club.name == "Saint-Hilaire"


@pytest.mark.django_db
def test_inserted_rows_get_their_keys():
    clubs = [Organisation(name="Sorel", slug="sorel"), Organisation(name="Acton Vale", slug="acton")]
    insert(clubs)
    assert {club.pk: club.name for club in clubs} == dict(Organisation.objects.values_list("pk", "name"))


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["", "null", "L'Écuyer \"; \\ 100 % {} ♣", "12", "😀\n"])
def test_inserted_rows_keep_their_values(text):
    club = Organisation.objects.create(name="Sorel", slug="sorel")
    now = datetime(2026, 11, 29, 16, 45, 1, 234567, tzinfo=UTC)
    given = [
        Tournament(
            organisation=club,
            slug=f"day-{at}",
            name=text,
            date=date(2026, 11, 21),
            settings={"word": text, "list": [1, None, {"deep": True}]},
            notice_until=until,
            hidden=bool(at),
        )
        for at, until in enumerate((None, now))
    ]
    insert(given)
    for one, stored in zip(given, Tournament.objects.order_by("slug"), strict=True):
        names = [field.attname for field in Tournament._meta.concrete_fields]
        assert [getattr(one, name) for name in names] == [getattr(stored, name) for name in names]


@pytest.mark.django_db(transaction=True)
def test_waiting_transaction_reads_rows_of_lock_holder():
    club = Organisation.objects.create(name="Beloeil")
    tournament = Tournament.objects.create(organisation=club, slug="day", name="Day", date=date(2026, 11, 21))
    held, found = threading.Event(), []

    def waits() -> None:
        held.wait()
        with locked_and_read(tournament.pk, (SELECT_NAME, (club.pk,))) as (read, (rows,)):
            found.append((read.version, rows))
        connection.close()

    waiting = threading.Thread(target=waits)
    waiting.start()
    with locked(tournament.pk) as row:
        held.set()
        waiting.join(0.2)  # long enough to have read by now, were there no lock
        fetch_each((UPDATE_NAME, ("O'Brien", club.pk)))
        row.next_version()
    waiting.join()
    assert found == [(1, [("O'Brien",)])]
