"""Payments: what each entry owes and has paid, and how a payment is written or taken back.

Payments are lines that are never changed. What is owed follows from the fees (`fees.py`). A person who
withdraws before the first game owes nothing, and what was paid is to be given back; one who leaves later has
played for the fee.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from scoring import DomainError
from tournaments.models import Entry, Member, Payment, Tournament, User, raw_sql, rows
from tournaments.models.locking import locked
from tournaments.registration import fees
from tournaments.registration.event_fees import questions_paid_earlier
from tournaments.registration.fees import MAX_CENTS, FeePart, Payer
from tournaments.registration.payment_references import payment_reference
from tournaments.registration.presence import withdrawn_before_play

PAYMENT_METHODS = tuple(Payment.How.values)
FREE = "free"
PAID_HOW = (*PAYMENT_METHODS, FREE)
"""The ways to pay a fee, and «free»: a fee of 0."""


class PaidLine(NamedTuple):
    """The columns of a payment from which amounts follow."""

    pk: int
    number: int
    cents: int | None
    how: str
    corrects_id: int | None


Line = TypeVar("Line", Payment, PaidLine)
Drawn = dict[int, list[Mapping[str, Any]]]


@dataclass(frozen=True)
class Balance:
    """The money of an entry: the parts of its fee, and the payments that stand.

    `gone`: withdrawn before the first game. `last` is the number of the newest line, also of one that was
    taken back: a page that shows an older one is out of date.
    """

    parts: tuple[FeePart, ...] = ()
    lines: tuple[Payment, ...] | tuple[PaidLine, ...] = ()
    gone: bool = False
    last: int = 0

    @property
    def fee(self) -> int | None:
        """Return the fee; None if there is none."""
        return fees.total(self.parts)

    @cached_property
    def amounts(self) -> dict[int, int | None]:
        """Return the amount of each line by its number.

        A line without an amount has paid what was missing of the fee then, if there is a fee.
        """
        found: dict[int, int | None] = {}
        paid = 0
        for line in self.lines:
            cents = line.cents
            if cents is None and self.fee is not None:
                cents = max(self.fee - paid, 0)
            found[line.number] = cents
            paid += cents or 0
        return found

    def cents(self, line: Payment | PaidLine) -> int | None:
        """Return the amount of one of the lines."""
        return self.amounts[line.number]

    @cached_property
    def paid(self) -> int:
        """Return what was paid, less what was given back."""
        return sum(cents or 0 for cents in self.amounts.values())

    @property
    def without_amount(self) -> bool:
        """Return whether an unknown amount was paid."""
        return None in self.amounts.values()

    @property
    def by_way(self) -> dict[str, int]:
        """Return the cents that were paid, by how; without unknown amounts."""
        totals: dict[str, int] = {}
        for line in self.lines:
            totals[line.how] = totals.get(line.how, 0) + (self.cents(line) or 0)
        return {how: cents for how, cents in totals.items() if cents}

    @cached_property
    def owed(self) -> int:
        """Return what the entry pays in all."""
        return 0 if self.gone else self.fee or 0

    @cached_property
    def due(self) -> int:
        """Return what is still owed."""
        return max(self.owed - self.paid, 0)

    @property
    def over(self) -> int:
        """Return what was paid beyond the fee."""
        return max(self.paid - self.owed, 0) if self.gone or self.fee is not None else 0

    @property
    def how(self) -> str:
        """Return how it was paid, by the last payment; «free» if there is nothing to pay, "" if owed."""
        kept = self.paid > 0 or self.without_amount  # else all of it was given back
        received = [line.how for line in self.lines if kept and (line.cents is None or line.cents > 0)]
        return received[-1] if received else FREE if self.fee == 0 else ""


@dataclass(frozen=True)
class Account(Balance):
    """The balance of an entry, with the entry and its payments whole."""

    lines: tuple[Payment, ...] = ()
    entry: Entry = field(kw_only=True)

    @property
    def reference(self) -> str:
        """Return the reference for a transfer."""
        return payment_reference(self.entry.uid)


def accounts(tournament: Tournament, given: Iterable[Entry] | None = None) -> dict[int, Account]:
    """Return the account of each entry by its key, in the order of numbers; of those `given` alone.

    The house player has none. A caller that has read the entries passes them: an entry added since would
    have no account.
    """
    entries = list(tournament.entries.all() if given is None else given)
    drawn = _drawn_people([entry.pk for entry in entries if entry.team])
    lines = tournament.payments.select_related("by")
    if given is not None:
        uids = [each["uid"] for those in drawn.values() for each in those]
        lines = lines.filter(entry_uid__in=[*(entry.uid for entry in entries), *uids])
    by_key = {entry.pk: entry for entry in entries}
    payers = [fees.payer(entry) for entry in entries if not entry.is_house]
    found = _balances(tournament, payers, drawn, [(line.entry_uid.hex, line) for line in lines])
    return {pk: Account(*balance, entry=by_key[pk]) for pk, balance in found}


def balances(tournament: Tournament) -> dict[int, Balance]:
    """Return the balance of each entry by its key: that of its account, but for the sums alone."""
    read = cache(lambda *texts: [json.loads(text) for text in texts])  # most have the same ones
    payers = [
        Payer(pk, uid, cents, *read(team, categories, answers))
        for pk, uid, cents, team, categories, answers in rows.fetch(raw_sql.PAYERS, tournament.pk)
    ]
    lines = [(uid, PaidLine(*line)) for uid, *line in rows.fetch(raw_sql.PAYMENTS, tournament.pk)]
    drawn = _drawn_people([payer.pk for payer in payers if payer.team])
    balance = cache(Balance)  # most have the same one
    return {pk: balance(*columns) for pk, columns in _balances(tournament, payers, drawn, lines)}


def _balances(
    tournament: Tournament, payers: Sequence[Payer], drawn: Drawn, lines: Sequence[tuple[str, Line]]
) -> Iterator[tuple[int, tuple[tuple[FeePart, ...], tuple[Line, ...], bool, int]]]:
    """Yield the key of each payer and the columns of the balance.

    `lines` are in the order of their numbers, each after the uid that paid it.
    """
    chosen, earlier = fees.fees_of(tournament), questions_paid_earlier(tournament)
    gone = withdrawn_before_play(tournament, {payer.pk for payer in payers})
    by_uid: dict[str, list[Line]] = {}
    for uid, line in lines:
        by_uid.setdefault(uid, []).append(line)
    for payer in payers:
        came: Sequence[Mapping[str, Any]] = drawn.get(payer.pk, [])
        own = by_uid.get(payer.uid, [])
        if came:
            uids = {payer.uid, *(UUID(each["uid"]).hex for each in came)}
            own = sorted((line for uid in uids for line in by_uid.get(uid, ())), key=lambda line: line.number)
        last = own[-1].number if own else 0
        parts = fees.parts_of(payer, chosen, came, earlier)
        yield payer.pk, (parts, valid_payments(own), payer.pk in gone, last)


def account_of(entry: Entry) -> Account:
    """Return the account of an entry; the house player owes nothing."""
    return accounts(entry.tournament, [entry]).get(entry.pk, Account(entry=entry))


def account_of_member(team: Entry, uid: UUID) -> Account | None:
    """Return the account of one person who was drawn into a team; None as `accounts_of_members` says."""
    return accounts_of_members(team.tournament, [account_of(team)]).get(uid)


def accounts_of_members(tournament: Tournament, of_teams: Iterable[Account]) -> dict[UUID, Account]:
    """Return the account of each person who was drawn into these teams, as the entry of that uid.

    Without those whose account does not follow from the data of the person alone: others may have paid for
    the whole team.
    """
    teams = {one.entry.pk: one for one in of_teams if one.entry.team and one.entry.fee_cents is None}
    drawn = _drawn_people(list(teams))
    if not drawn:
        return {}
    chosen, earlier = fees.fees_of(tournament), questions_paid_earlier(tournament)
    found = {}
    for pk, members in drawn.items():
        of_team = teams[pk]
        for came in members:
            columns = {name: came[name] for name in ("fee_cents", "categories", "answers")}
            person = Entry(tournament=tournament, uid=UUID(came["uid"]), **columns)  # never saved
            parts = fees.parts_of(fees.payer(person), chosen, earlier=earlier)
            lines = tuple(line for line in of_team.lines if line.entry_uid == person.uid)
            own = Account(parts, lines, of_team.gone, of_team.last, entry=person)
            if own.due <= of_team.due and own.over <= of_team.over:
                found[person.uid] = own
    return found


def entry_by_uid(tournament: Tournament, uid: UUID) -> Entry | None:
    """Return the entry of that uid, or the team into which it was drawn; None if it was struck off."""
    entry = tournament.entries.filter(uid=uid).first()
    if entry is None:
        drawn = Member.objects.filter(entry__tournament=tournament, came_as__uid=str(uid))
        member = drawn.select_related("entry").first()
        return member.entry if member else None
    return entry


def entries_by_reference(tournament: Tournament, reference: str) -> set[int]:
    """Return the keys of the entries that a payment reference names; teams of people with theirs too."""
    uids = tournament.entries.values_list("pk", "uid")
    drawn = Member.objects.filter(entry__tournament=tournament).exclude(came_as=None)
    came = [(pk, UUID(uid)) for pk, uid in drawn.values_list("entry", "came_as__uid") if uid]
    return {pk for pk, uid in [*uids, *came] if payment_reference(uid) == reference}


def _drawn_people(teams: Sequence[int]) -> Drawn:
    """Return the data of people who were drawn into a team, by the key of the team."""
    drawn = Member.objects.filter(entry__in=teams).exclude(came_as=None) if teams else Member.objects.none()
    found: Drawn = {}
    for team, came_as in drawn.order_by("position", "pk").values_list("entry", "came_as"):
        found.setdefault(team, []).append(came_as or {})
    return found


def valid_payments(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the payments that were not taken back."""
    if not lines:
        return ()
    corrected = {line.corrects_id for line in lines}
    return tuple(line for line in lines if line.corrects_id is None and line.pk not in corrected)


def record(
    entry: Entry,
    cents: int | None,
    how: str,
    *,
    by: User | None,
    seen: int | None = None,
    due: int | None = None,
) -> Payment:
    """Write a payment, below 0 money that is given back; without `cents` all that is due.

    `seen` is the newest line that the user saw, and `due` what was to be paid then: if one of them is another
    by now nothing is written. Raises `DomainError`.
    """
    with locked(entry) as entry:
        account = account_of(entry)
        if seen not in (None, account.last) or due not in (None, account.due):
            raise DomainError("paid_meanwhile", name=entry.name)
        if how not in PAYMENT_METHODS:
            raise DomainError("paid_how_unknown", value=how)
        cents = account.due if cents is None else cents
        if cents == 0 or entry.is_house:
            raise DomainError("nothing_to_pay", name=entry.name)
        if abs(cents) > MAX_CENTS:
            raise DomainError("fee_too_high")
        if account.paid + cents < 0:
            raise DomainError("refund_too_high", name=entry.name)
        (line,) = write(entry.tournament, [(entry.uid, cents, how)], by=by)
        entry.tournament.next_version()
        return line


def take_back(tournament: Tournament, number: int, *, by: User | None) -> None:
    """Take a payment back that was a mistake, once. Raises `DomainError`."""
    with locked(tournament) as current:
        line = current.payments.filter(number=number, corrects=None).first()
        if line is None:
            raise DomainError("look_again")
        if not current.payments.filter(corrects=line).exists():
            if sum(one.cents or 0 for one in _other_payments(current, line)) < 0:
                raise DomainError("given_back_already")
            _take_back_lines(current, [line], by=by)
            current.next_version()


def _other_payments(tournament: Tournament, line: Payment) -> list[Payment]:
    """Return the other payments that stand for the same entry, also for people drawn into one team."""
    entry = entry_by_uid(tournament, line.entry_uid)
    own = tournament.payments.filter(entry_uid=line.entry_uid)
    return [
        one for one in (account_of(entry).lines if entry else valid_payments(list(own))) if one.pk != line.pk
    ]


def reverse_payments_of_entries(entries: Sequence[Entry], *, by: User | None) -> None:
    """Take all payments of entries that are struck off the list back; only under the lock.

    Of a team also those of the people who were drawn into it.
    """
    for tournament in {entry.tournament for entry in entries}:
        drawn = _drawn_people([entry.pk for entry in entries if entry.team])
        came = [UUID(each["uid"]) for those in drawn.values() for each in those]
        lines = tournament.payments.filter(entry_uid__in=[*(entry.uid for entry in entries), *came])
        _take_back_lines(tournament, valid_payments(list(lines)), by=by)


def _take_back_lines(tournament: Tournament, lines: Sequence[Payment], *, by: User | None) -> None:
    number, now = _last_number(tournament), timezone.now()
    for at, line in enumerate(lines, start=1):
        Payment.objects.create(
            tournament=tournament,
            number=number + at,
            entry_uid=line.entry_uid,
            cents=None if line.cents is None else -line.cents,
            how=line.how,
            at=now,
            by=by,
            corrects=line,
        )


def write(
    tournament: Tournament, received: Sequence[tuple[UUID, int | None, str]], *, by: User | None
) -> list[Payment]:
    """Write payments: uid of the entry, cents and how each was paid; only under the lock."""
    if not received:
        return []
    number, now = _last_number(tournament), timezone.now()
    return Payment.objects.bulk_create(
        Payment(tournament=tournament, number=number + at, entry_uid=uid, cents=cents, how=how, at=now, by=by)
        for at, (uid, cents, how) in enumerate(received, start=1)
    )


def _last_number(tournament: Tournament) -> int:
    return tournament.payments.aggregate(last=Max("number"))["last"] or 0


def payments_without_entry(tournament: Tournament, found: Mapping[int, Account]) -> list[Payment]:
    """Return the payments that stand for people who are no longer on the list, in no account of `found`."""
    known = {line.pk for account in found.values() for line in account.lines}
    return [line for line in valid_payments(list(tournament.payments.all())) if line.pk not in known]


def money_by_way(found: Mapping[int, Balance]) -> dict[str, int]:
    """Return cents by how they were paid, for the cash box; under "" what is still owed."""
    totals: dict[str, int] = {}
    for balance in found.values():
        amounts = balance.amounts
        for line in balance.lines:
            totals[line.how] = totals.get(line.how, 0) + (amounts[line.number] or 0)
        if balance.due:
            totals[""] = totals.get("", 0) + balance.due
    return totals
