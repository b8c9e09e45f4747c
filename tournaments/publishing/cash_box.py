"""The cash box: fees in, prizes out, what the organiser adds or takes, and what is left.

For the organisers only: it is on one page and one paper of theirs, and in nothing that is published.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.models import Entry, Payment, Tournament, User
from tournaments.models.locking import locked
from tournaments.publishing.prizes import Award
from tournaments.registration import money, payments
from tournaments.registration.payments import MAX_CENTS, Account

KEY, COUNTED = "cash", "cash_counted"
MAX_LINES, MAX_TEXT_LENGTH = 20, 60


class CashLine(NamedTuple):
    """A further amount in (`cents` above 0) or out (below 0), with its text."""

    text: str
    cents: int


class Fees(NamedTuple):
    """Fees by one way to pay: how many payments, how many cents; way "" is what is still owed."""

    how: str
    people: int
    cents: int


class Reason(NamedTuple):
    """A reason why payments differ from the fees: its code, its entries, and cents, below 0 if missing.

    The codes: unpaid, less, more, gone (withdrawn, to be given back), no_fee (paid where there is no fee) and
    struck_off (people who are no longer on the list).
    """

    code: str
    entries: tuple[Entry, ...]
    cents: int


class Box(NamedTuple):
    """The whole box in cents. `prizes` is the cost of decided prizes, `undecided` of those promised besides.

    `expected` are the fees of all, and `reasons` add up to the difference to what was paid. `counted` is what
    was found in the box, if it was counted. `without_amount` counts people who paid a fee that was never
    typed: their money is missing from the sums.
    """

    expected: int
    reasons: tuple[Reason, ...]
    counted: int | None
    fees: tuple[Fees, ...]
    others: tuple[CashLine, ...]
    prizes: int
    undecided: int
    without_amount: int

    @property
    def taken(self) -> int:
        """Return the sum of the fees that were paid."""
        return sum(fee.cents for fee in self.fees if fee.how)

    @property
    def in_box(self) -> int:
        """Return what should be in the box: a transfer is not in it."""
        return self.left - sum(fee.cents for fee in self.fees if fee.how == Payment.How.TRANSFER)

    @property
    def difference(self) -> int | None:
        """Return what was counted beyond what should be in the box; None if it was not counted."""
        return None if self.counted is None else self.counted - self.in_box

    @property
    def left(self) -> int:
        """Return what is in the box once the decided prizes are paid out."""
        return self.taken + sum(line.cents for line in self.others) - self.prizes


def lines(tournament: Tournament) -> tuple[CashLine, ...]:
    """Return what goes in and out besides fees and prizes."""
    return tuple(CashLine(one["text"], one["cents"]) for one in tournament.settings.get(KEY, []))


def counted(tournament: Tournament) -> int | None:
    """Return what was counted in the box, None if nothing was."""
    cents: int | None = tournament.settings.get(COUNTED)
    return cents


def save_lines(
    tournament: Tournament, typed: Sequence[CashLine], *, by: User | None, counted: int | None = None
) -> None:
    """Replace the further amounts, and what was counted; a line without a text is left out.

    Raises `DomainError`.
    """
    clean = [CashLine(sanitize.clean_line(one.text), one.cents) for one in typed]
    for one in clean:
        sanitize.clean_length(one.text, MAX_TEXT_LENGTH)
        if abs(one.cents) > MAX_CENTS:
            raise DomainError("prize_too_high", most=money.format_cents(MAX_CENTS))
    if counted is not None and counted > MAX_CENTS:
        raise DomainError("prize_too_high", most=money.format_cents(MAX_CENTS))
    kept = [one._asdict() for one in clean if one.text][:MAX_LINES]
    with locked(tournament) as current:
        if (kept, counted) != (current.settings.get(KEY, []), current.settings.get(COUNTED)):
            current.save_settings(**{KEY: kept, COUNTED: counted})
            audit_log.record(current, KEY, {}, by=by)


def box(tournament: Tournament, awards: Sequence[Award]) -> Box:
    """Return the cash box with the cost of these awards."""
    accounts = payments.accounts(tournament)
    struck_off = payments.payments_without_entry(tournament, accounts)
    return Box(
        expected=sum(account.owed for account in accounts.values()),
        reasons=tuple(_reasons(accounts, sum(line.cents or 0 for line in struck_off))),
        counted=counted(tournament),
        fees=tuple(_fees(accounts, struck_off)),
        others=lines(tournament),
        prizes=sum(award.cents * award.holders for award in awards),
        undecided=sum(award.prize.cents for award in awards if not award.holders),
        without_amount=sum(account.without_amount for account in accounts.values()),
    )


def _reasons(accounts: Mapping[int, Account], struck_off: int) -> Iterator[Reason]:
    found: dict[str, list[Account]] = {}
    for account in accounts.values():
        if code := _reason(account):
            found.setdefault(code, []).append(account)
    for code in ("unpaid", "less", "more", "gone", "no_fee"):
        if each := found.get(code):
            cents = sum(account.paid - account.owed for account in each)
            yield Reason(code, tuple(account.entry for account in each), cents)
    if struck_off:
        yield Reason("struck_off", (), struck_off)


def _reason(account: Account) -> str:
    if account.due:
        return "less" if account.paid else "unpaid"
    if account.paid == account.owed:
        return ""
    return "gone" if account.gone else "no_fee" if account.fee is None else "more"


def _fees(accounts: Mapping[int, Account], struck_off: Sequence[Payment]) -> Iterator[Fees]:
    totals = payments.money_by_way(accounts)
    for line in struck_off:
        totals[line.how] = totals.get(line.how, 0) + (line.cents or 0)
    for how in sorted(totals):
        received = [line for one in accounts.values() for line in one.lines if line.how == how]
        received += [line for line in struck_off if line.how == how]
        paid = sum(line.cents is None or line.cents > 0 for line in received)
        yield Fees(how, paid if how else sum(one.due > 0 for one in accounts.values()), totals[how])
