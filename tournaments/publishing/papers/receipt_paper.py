"""Receipts for the payments of a person, or of the people of a club."""

from collections.abc import Iterator, Sequence

from django.utils import timezone, translation

from tournaments import registration
from tournaments.models import Tournament
from tournaments.papers.values import Receipt
from tournaments.publishing import names
from tournaments.publishing.money_words import how_paid, money
from tournaments.publishing.papers.paper_types import Paper
from tournaments.registration.payments import Account


def receipts(tournament: Tournament, accounts: Sequence[Account], *, language: str) -> bytes:
    """Draw a receipt for each payment of these accounts that stands; b"" if there is none.

    Its number is that of the payment, so that it is the same when it is printed again.
    """
    from tournaments.papers.receipts import receipts as draw

    with translation.override(language):
        paper = Paper(tournament, {"language": language}, lambda _done: None)
        header = paper.header
        organiser = header.organiser.name or tournament.organisation.name
        rows = [row for account in accounts for row in _account_receipts(account, organiser)]
        return draw(header, rows) if rows else b""


def _account_receipts(account: Account, organiser: str) -> Iterator[Receipt]:
    entry = account.entry
    for line in account.lines:
        cents = account.cents(line)
        if cents and cents > 0:
            yield Receipt(
                line.number,
                organiser,
                registration.name_in_hall(entry),
                entry.club,
                money(cents),
                how_paid(line.how),
                names.date_words(timezone.localtime(line.at).date()),
                account.reference,
            )
