"""A page reads the state of one moment, however many others write meanwhile."""

import re

import pytest
from django.db import connection
from django.urls import reverse

from tests import factories, samples
from tests.accounts.addresses import every, tournament_with_league
from tests.interleaved import in_a_thread
from tournaments import registration
from tournaments.models.rows import is_in_snapshot

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b.*", re.DOTALL)
PAGES = ("check_in", "registration", "roster_export", "mail_addresses", "publish", "rounds")


class InterruptingQuery:
    """A query before which `do` happens on another connection."""

    def __init__(self, before: int, do) -> None:
        self.left, self.do, self.happened = before, do, False

    def __call__(self, execute, sql, params, many, context):
        self.left -= 1
        if self.left < 0 and not self.happened:
            self.happened = True
            in_a_thread(self.do).join()
        return execute(sql, params, many, context)


@pytest.mark.django_db(transaction=True)
@samples.on_databases("name", [(name,) for name in PAGES], postgresql=0)
def test_entry_added_while_a_page_is_read_causes_no_error(client, name):
    tournament = factories.tournament(4)
    client.force_login(factories.director_of(tournament))
    path = reverse(name, args=[tournament.slug])
    number, finished = 0, False
    while not finished:
        number += 1
        added = InterruptingQuery(
            number - 1, lambda who=f"Nouvelle {number}": registration.add_entry(tournament, who)
        )
        with connection.execute_wrapper(added):
            response = client.get(path)
            assert response.status_code == 200, (name, number)
            b"".join(response)
        finished = not added.happened
    assert number > 3


@pytest.mark.django_db
def test_pages_that_read_one_state_write_nothing(client):
    """Writes would be lost to others, or refused, until the page is sent; `writes_on_get` allows them."""
    tournament = tournament_with_league()
    client.force_login(factories.director_of(tournament))
    found, writes = [], []

    def look(execute, sql, params, many, context):
        if is_in_snapshot():
            found.append(sql)
            if WRITES.match(sql):
                writes.append((address.name, sql[:60]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        for address in every(tournament):
            client.get(address.path)
    assert writes == []
    assert len(found) > 1000
