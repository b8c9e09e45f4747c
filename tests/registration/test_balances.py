"""Balances, which read columns alone, are those of the accounts, however people pay, leave and are drawn."""

import contextlib
import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import DomainError
from tests import factories
from tests.samples import TIMES, on_databases
from tournaments import registration
from tournaments.models import Entry, Tournament
from tournaments.registration import categories, draw, payments
from tournaments.registration.fees import Fees, save_fees

pytestmark = pytest.mark.django_db


def paying(seed: int, people: int = 12) -> Tournament:
    """Return a tournament of people who have paid in all ways, some of whom have left, or were drawn."""
    chance = random.Random(seed)
    day = factories.tournament(people)
    categories.save_categories(day, [(None, "Aînés", True), (None, "Visiteurs", True)], by=None)
    save_fees(day, Fees(chance.choice([None, 1500]), {1: 800, 2: 0}), by=None)
    entries = list(day.entries.all())
    for entry in entries:
        chosen = {"fee_cents": chance.choice([None, None, 0, 999]), "categories": chance.sample([1, 2], 1)}
        registration.edit_entry(entry, entry.name, **chosen)
    for _ in range(2 * people):
        cents = chance.choice([None, 500, 1500, 2500, -300])
        payments.write(day, [(chance.choice(entries).uid, cents, chance.choice(payments.HOW))], by=None)
    for number in chance.sample(range(1, 2 * people), 5):
        with contextlib.suppress(DomainError):
            payments.take_back(day, number, by=None)
    *away, left_out, late = chance.sample(entries, 4)
    for entry in away:
        registration.withdraw(entry, from_round=1, by=None)
    registration.leave_out(day, [left_out, late], by=None)
    registration.come_back(late, from_round=1, by=None)
    if seed % 2:
        while len(registration.present(day, 1)) % 2:
            registration.withdraw(registration.present(day, 1)[0], from_round=1, by=None)
        act = draw.draw(day, draw.DrawRequest(), seed=seed, reason="", by=None)
        draw.enter(day, act.version, by=None)
        team = day.entries.filter(kind=Entry.Kind.TEAM).first()
        payments.write(day, [(team.uid, 700, "cash")], by=None)
    return Tournament.objects.get(pk=day.pk)


def sums(balance: payments.Balance) -> tuple:
    return (
        *(balance.fee, balance.owed, balance.paid, balance.due, balance.over, balance.gone, balance.last),
        *(balance.how, balance.without_amount, balance.amounts),
    )


@on_databases("seed", [(seed,) for seed in range(3 * min(TIMES, 4))], postgresql=1)
def test_balances_are_those_of_the_accounts(database, seed):
    day = paying(seed)
    accounts = payments.accounts(day)
    balances = payments.balances(day)
    assert {pk: sums(one) for pk, one in balances.items()} == {pk: sums(one) for pk, one in accounts.items()}
    assert {account.gone for account in accounts.values()} == {True, False}
    assert payments.cash_total(day) == payments.money_by_way(accounts)
    some = [account.entry for account in accounts.values()][1::3]
    assert payments.accounts(day, some) == {entry.pk: accounts[entry.pk] for entry in some}


def test_balances_take_no_more_statements_for_more_people():
    counts = []
    for people in (8, 24):
        day = paying(1, people)
        with CaptureQueriesContext(connection) as asked:
            payments.balances(day)
        counts.append(len(asked))
    assert counts[0] == counts[1]
