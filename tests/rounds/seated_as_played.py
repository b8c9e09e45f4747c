"""Seats, and the offers of the desk, for the tests of re-seating."""

import json

from django.db import transaction

from tests.transfer.test_copies import packed
from tournaments import rounds
from tournaments.models import Tournament
from tournaments.pairing.values import PlannedTable
from tournaments.rounds import scores
from tournaments.transfer import copies


def people_at(table, *people, partners=False):
    """Return a table with the people who really sit there, A first."""
    return PlannedTable(table, tuple(zip("ABCDEF", people, strict=False)), partners=partners)


def seats(round_):
    """Return the people at each table, A first."""
    return {table.table: table.people for table in rounds.planned_tables(round_)}


def offers(round_):
    return scores.find_misdirected(scores.table_states([round_]))


def codes(plan):
    return [consequence.code for consequence in plan.consequences]


def assert_copy_round_trips(tournament):
    """Assert that a copy of a tournament, once restored, gives the same copy."""
    before = packed(tournament)
    with transaction.atomic():
        Tournament.objects.update(live=False)
        again = copies.unpack(
            json.loads(json.dumps(copies.pack(tournament))), epoch=tournament.epoch + 1, slug=tournament.slug
        )
        after = packed(again)
        transaction.set_rollback(True)
    assert [part for part in before["parts"] if before["parts"][part] != after["parts"][part]] == []
    assert after == before
