"""The cash box: fees in, prizes out, what the organiser adds or takes, and what is left.

For the organisers only: it is on one page and one paper of theirs, and in nothing that is published.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.models import Tournament, User
from tournaments.models.tournament import locked
from tournaments.publishing.prizes import Award
from tournaments.registration import money, payments
from tournaments.registration.payments import MAX_CENTS, Account

KEY = "cash"
MAX_LINES, MAX_TEXT_LENGTH = 20, 60


class Line(NamedTuple):
    """A further amount in (`cents` above 0) or out (below 0), with its text."""

    text: str
    cents: int


class Fees(NamedTuple):
    """Fees by one way to pay: how many payments, how many cents; way "" is what is still owed."""

    how: str
    people: int
    cents: int


class Box(NamedTuple):
    """The whole box in cents. `prizes` is the cost of decided prizes, `undecided` of those promised besides.

    `without_amount` counts people who paid a fee that was never typed: their money is missing from the sums.
    """

    fees: tuple[Fees, ...]
    others: tuple[Line, ...]
    prizes: int
    undecided: int
    without_amount: int

    @property
    def taken(self) -> int:
        """Return the sum of the fees that were paid."""
        return sum(fee.cents for fee in self.fees if fee.how)

    @property
    def left(self) -> int:
        """Return what is in the box once the decided prizes are paid out."""
        return self.taken + sum(line.cents for line in self.others) - self.prizes


def lines(tournament: Tournament) -> tuple[Line, ...]:
    """Return what goes in and out besides fees and prizes."""
    return tuple(Line(one["text"], one["cents"]) for one in tournament.settings.get(KEY, []))


def keep(tournament: Tournament, typed: Sequence[Line], *, by: User | None) -> None:
    """Replace the further amounts; one without a text is left out. Raises `DomainError`."""
    clean = [Line(sanitize.clean_line(one.text), one.cents) for one in typed]
    for one in clean:
        sanitize.check_length(one.text, MAX_TEXT_LENGTH)
        if abs(one.cents) > MAX_CENTS:
            raise DomainError("prize_too_high", most=money.plain(MAX_CENTS))
    kept = [one._asdict() for one in clean if one.text][:MAX_LINES]
    with locked(tournament) as current:
        if kept != current.settings.get(KEY, []):
            current.keep(**{KEY: kept})
            audit_log.record(current, KEY, {}, by=by)


def box(tournament: Tournament, awards: Sequence[Award]) -> Box:
    """Return the cash box with the cost of these awards."""
    accounts = payments.accounts(tournament)
    return Box(
        fees=tuple(_fees(accounts)),
        others=lines(tournament),
        prizes=sum(award.cents * award.holders for award in awards),
        undecided=sum(award.prize.cents for award in awards if not award.holders),
        without_amount=sum(account.without_amount for account in accounts.values()),
    )


def _fees(accounts: Mapping[int, Account]) -> Iterator[Fees]:
    totals = payments.money_by_way(accounts)
    for how in sorted(totals):
        received = [line for one in accounts.values() for line in one.lines if line.how == how]
        paid = sum(line.cents is None or line.cents > 0 for line in received)
        yield Fees(how, paid if how else sum(one.due > 0 for one in accounts.values()), totals[how])
