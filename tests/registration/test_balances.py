"""Balances, which read columns alone, are those of the accounts, however people pay, leave and are drawn."""

import contextlib
import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import DomainError
from tests import factories
from tests.samples import SWEEP_FACTOR, on_databases
from tournaments import registration
from tournaments.models import Entry, Tournament
from tournaments.publishing.money_words import paid_words
from tournaments.registration import categories, partner_draw, payments
from tournaments.registration.fees import Fees, save_fees

pytestmark = pytest.mark.django_db


def tournament_with_payments(seed: int, people: int = 12) -> Tournament:
    """Return a tournament of people who have paid in all ways, some of which have left, or were drawn."""
    chance = random.Random(seed)
    tournament = factories.tournament(people)
    categories.save_categories(tournament, [(None, "Aînés", True), (None, "Visiteurs", True)], by=None)
    save_fees(tournament, Fees(chance.choice([None, 1500]), {1: 800, 2: 0}), by=None)
    entries = list(tournament.entries.all())
    for entry in entries:
        chosen = {"fee_cents": chance.choice([None, None, 0, 999]), "categories": chance.sample([1, 2], 1)}
        registration.edit_entry(entry, entry.name, **chosen)
    for _ in range(2 * people):
        cents = chance.choice([None, 500, 1500, 2500, -300])
        payments.write(
            tournament,
            [(chance.choice(entries).uid, cents, chance.choice(payments.PAYMENT_METHODS))],
            by=None,
        )
    for number in chance.sample(range(1, 2 * people), 5):
        with contextlib.suppress(DomainError):
            payments.take_back(tournament, number, by=None)
    *away, left_out, late = chance.sample(entries, 4)
    for entry in away:
        registration.withdraw(entry, from_round=1, by=None)
    registration.leave_out(tournament, [left_out, late], by=None)
    registration.come_back(late, from_round=1, by=None)
    if seed % 2:
        while len(registration.present(tournament, 1)) % 2:
            registration.withdraw(registration.present(tournament, 1)[0], from_round=1, by=None)
        act = partner_draw.draw(tournament, partner_draw.DrawRequest(), seed=seed, reason="", by=None)
        partner_draw.enter(tournament, act.version, by=None)
        team = tournament.entries.filter(kind=Entry.Kind.TEAM).first()
        payments.write(tournament, [(team.uid, 700, "cash")], by=None)
    return Tournament.objects.get(pk=tournament.pk)


def balance_fields(balance: payments.Balance) -> tuple:
    return (
        *(balance.fee, balance.owed, balance.paid, balance.due, balance.over, balance.gone, balance.last),
        *(balance.how, balance.without_amount, balance.amounts),
    )


@on_databases("seed", [(seed,) for seed in range(3 * min(SWEEP_FACTOR, 4))], postgresql=1)
def test_balances_equal_accounts(database, seed):
    tournament = tournament_with_payments(seed)
    accounts = payments.accounts(tournament)
    balances = payments.balances(tournament)
    assert {pk: balance_fields(one) for pk, one in balances.items()} == {
        pk: balance_fields(one) for pk, one in accounts.items()
    }
    assert {account.gone for account in accounts.values()} == {True, False}
    assert factories.payment_totals(tournament) == payments.money_by_way(accounts)
    some = [account.entry for account in accounts.values()][1::3]
    assert payments.accounts(tournament, some) == {entry.pk: accounts[entry.pk] for entry in some}


@pytest.mark.parametrize(
    ("received", "how"),
    [
        ([(None, "cash")], "cash"),
        ([(None, "cash"), (-2000, "cash")], ""),
        ([(None, "cash"), (-2000, "cash"), (500, "cheque")], "cheque"),
        ([(500, "cheque"), (-200, "cash")], "cheque"),
    ],
)
def test_payment_given_back_whole_is_none(received, how):
    tournament = factories.tournament(2)
    entry = factories.entry(tournament, 1)
    registration.edit_entry(entry, entry.name, fee_cents=2000)
    for cents, way in received:
        payments.record(entry, cents, way, by=None)
    account = payments.account_of(factories.entry(tournament, 1))
    assert (account.how, bool(paid_words(account))) == (how, bool(how))


def test_balances_take_same_queries_for_more_people():
    counts = []
    for people in (8, 24):
        tournament = tournament_with_payments(1, people)
        with CaptureQueriesContext(connection) as asked:
            payments.balances(tournament)
        counts.append(len(asked))
    assert counts[0] == counts[1]
