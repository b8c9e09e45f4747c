"""Fees: those of a tournament, and the fee of an entry that follows from them.

Nothing of it is stored with an entry, except an amount that was typed for it: that one counts instead.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.models import Entry, Tournament, User
from tournaments.models.locking import locked
from tournaments.registration import categories, questions
from tournaments.registration.categories import Category
from tournaments.registration.questions import Question

KEY = "fees"
MAX_CENTS = 100_000_00
MAX_HOW_TO_PAY = 200


class Fees(NamedTuple):
    """The fees in cents, for each person.

    `amount` is for those who are in no category with an amount of its own, by its number; of several
    categories the lowest amount counts. `answers` are added, by the number of the question and the answer.
    """

    amount: int | None = None
    categories: Mapping[int, int] = {}
    answers: Mapping[str, Mapping[str, int]] = {}
    how_to_pay: str = ""


class Payer(NamedTuple):
    """The columns from which the fee of an entry follows, with its key and the uid by which it pays.

    Uids are hexadecimal: to make objects of those of 2 000 entries takes longer than all else.
    """

    pk: int
    uid: str
    fee_cents: int | None
    team: Sequence[str]
    categories: Sequence[int]
    answers: Mapping[str, str]


def payer(entry: Entry) -> Payer:
    """Return an entry as one that pays."""
    columns = entry.fee_cents, entry.team, entry.categories, entry.answers
    return Payer(entry.pk, entry.uid.hex, *columns)


def fees_of(tournament: Tournament) -> Fees:
    """Return the fees of a tournament."""
    kept = tournament.settings.get(KEY) or {}
    categories = {int(number): cents for number, cents in kept.get("categories", {}).items()}
    return Fees(kept.get("amount"), categories, kept.get("answers", {}), kept.get("how_to_pay", ""))


def charged_categories(tournament: Tournament) -> list[Category]:
    """Return the categories that can have a fee: also removed ones that have one, as people still owe it."""
    charged = fees_of(tournament).categories
    known = categories.categories_of(tournament)
    if charged.keys() <= {one.id for one in known}:
        return known
    return [*known, *(one for one in categories.removed_categories(tournament) if one.id in charged)]


def charged_questions(tournament: Tournament) -> list[tuple[Question, tuple[str, ...]]]:
    """Return the questions with the answers that can have a fee.

    Also those that are not asked or offered any more and have one, as people who gave them still owe it.
    """
    charged = fees_of(tournament).answers
    asked = questions.questions_of(tournament)
    found = []
    for one in asked:
        others = [answer for answer in charged.get(str(one.id), {}) if answer not in one.values]
        found.append((one, (*one.values, *others)))
    if not charged.keys() <= {str(one.id) for one in asked}:
        removed = questions.removed_questions(tournament)
        found += [(one, tuple(charged[str(one.id)])) for one in removed if charged.get(str(one.id))]
    return found


def save_fees(tournament: Tournament, chosen: Fees, *, by: User | None) -> None:
    """Save the fees, without those of a category or an answer that cannot have one. Raises `DomainError`."""
    how_to_pay = sanitize.clean_length(sanitize.clean_line(chosen.how_to_pay), MAX_HOW_TO_PAY)
    with locked(tournament) as current:
        known = {one.id for one in charged_categories(current)}
        values = {str(one.id): answers for one, answers in charged_questions(current)}
        answers = {
            question: {answer: cents for answer, cents in by_answer.items() if answer in values[question]}
            for question, by_answer in chosen.answers.items()
            if question in values
        }
        own = {number: cents for number, cents in chosen.categories.items() if number in known}
        fees = Fees(chosen.amount, own, answers, how_to_pay)
        if not all(0 <= cents <= MAX_CENTS for cents in _amounts(fees)):
            raise DomainError("fee_too_high")
        if fees != fees_of(current):
            kept = fees._asdict() | {"categories": {str(number): cents for number, cents in own.items()}}
            current.save_settings(**{KEY: kept})
            audit_log.record(current, KEY, {}, by=by)


def _amounts(fees: Fees) -> Iterator[int]:
    if fees.amount is not None:
        yield fees.amount
    yield from fees.categories.values()
    for by_answer in fees.answers.values():
        yield from by_answer.values()


class FeePart(NamedTuple):
    """A part of a fee in cents: for an answer to a question, by its number; without one for taking part."""

    cents: int
    question: str = ""
    answer: str = ""


def fee_of(entry: Entry, fees: Fees, *, earlier: Mapping[str, Collection[str]] = {}) -> int | None:
    """Return the fee of an entry that takes part, in cents; None if there is none. As `parts_of`."""
    return total(parts_of(payer(entry), fees, earlier=earlier))


def total(parts: Sequence[FeePart]) -> int | None:
    """Return the sum of the parts of a fee; None if it has none."""
    return sum(part.cents for part in parts) if parts else None


def parts_of(
    entry: Payer,
    fees: Fees,
    came: Sequence[Mapping[str, Any]] = (),
    earlier: Mapping[str, Collection[str]] = {},
) -> tuple[FeePart, ...]:
    """Return the parts of the fee of an entry that takes part; an amount that was typed for it is one.

    A team pays for each of its members; `came` are the data of those who were drawn into it, as they came.
    `earlier` are the questions paid elsewhere (`event_fees.questions_paid_earlier`).
    """
    if entry.fee_cents is not None:
        return (FeePart(entry.fee_cents),)
    parts: list[FeePart] = []
    for one in came:
        if one["fee_cents"] is None:
            paid = earlier.get(UUID(one["uid"]).hex, ())
            parts += _person_parts(fees, one["categories"], one["answers"], paid)
        else:
            parts.append(FeePart(one["fee_cents"]))
    others = max(max(len(entry.team), 1) - len(came), 0)
    parts += [*_person_parts(fees, entry.categories, entry.answers, earlier.get(entry.uid, ()))] * others
    return tuple(parts)


def _person_parts(
    fees: Fees, categories: Sequence[int], answers: Mapping[str, str], earlier: Collection[str]
) -> Iterator[FeePart]:
    own = [fees.categories[number] for number in categories if number in fees.categories]
    if own:
        yield FeePart(min(own))
    elif fees.amount is not None:
        yield FeePart(fees.amount)
    for question, by_answer in fees.answers.items():
        answer = answers.get(question, "")
        if (cents := by_answer.get(answer)) is not None:
            yield FeePart(0 if question in earlier else cents, question, answer)
