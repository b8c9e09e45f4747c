"""Entries as they are stored, with how each was paid: the last payment that stands."""

from collections.abc import Sequence

from tournaments.models import Tournament
from tournaments.registration import payments


def with_payments(tournament: Tournament, fields: Sequence[str]) -> list[tuple]:
    """Return these fields of all entries by number; `paid_how` is how an entry was paid."""
    accounts = sorted(payments.accounts(tournament).values(), key=lambda account: account.entry.number)
    return [
        tuple(account.how if name == "paid_how" else getattr(account.entry, name) for name in fields)
        for account in accounts
    ]
