"""Amounts of money and ways to pay, in words."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Entry
from tournaments.publishing.explain import join_names
from tournaments.registration.payments import Account
from tournaments.registration.questions import Question

MAX_NAMES = 10
QUESTION_LETTERS = 20  # as many letters of a question stand beside its price


def money(cents: int) -> str:
    """Format cents as dollars in the active language; below zero with a minus sign."""
    amount = number_format(Decimal(abs(cents)) / 100, decimal_pos=2, use_l10n=True, force_grouping=True)
    words = pgettext("an amount in dollars", "$%(amount)s") % {"amount": amount}
    return "\N{MINUS SIGN}" + words if cents < 0 else words


def parts_words(account: Account, questions: Sequence[Question]) -> str:
    """Return the amounts from which what is still owed follows; "" if it is one amount, or none."""
    known = {str(question.id): question for question in questions}
    amounts: dict[str, int] = {}
    for part in account.parts:
        question = known.get(part.question)
        name = (part.answer if question.choices else question.text) if question else _("Fee")
        amounts[name] = amounts.get(name, 0) + part.cents
    named = [
        f"{Truncator(name).chars(QUESTION_LETTERS)} {money(cents)}"
        for name, cents in amounts.items()
        if cents
    ]
    if not account.due or len(named) + bool(account.paid) < 2:
        return ""
    words = " + ".join(named)
    if account.paid:
        return _("%(parts)s − %(amount)s paid") % {"parts": words, "amount": money(account.paid)}
    return words


def paid_words(account: Account) -> str:
    """Return how a fee was paid, and how much of it if it was not the whole; "" if nothing was."""
    if account.paid and account.paid != account.fee:
        return f"{money(account.paid)}, {how_paid(account.how)}"
    return how_paid(account.how) if account.how else ""


def why_different(code: str, entries: Sequence[Entry]) -> str:
    """Return why payments differ from the fees, with the names of the entries (`cash_box.Reason`)."""
    words = {
        "unpaid": _("Not paid yet: %(names)s"),
        "less": _("Paid less than the fee: %(names)s"),
        "more": _("Paid more than the fee: %(names)s"),
        "gone": _("Withdrawn, to be given back: %(names)s"),
        "no_fee": _("Paid, although there is no fee: %(names)s"),
        "struck_off": _("Paid by people who are no longer on the list"),
    }
    return words[code] % {
        "names": join_names([entry.name for entry in entries], MAX_NAMES) if entries else ""
    }


def difference_words(cents: int) -> str:
    """Return how what was counted in the box differs from what should be in it."""
    if not cents:
        return _("What was counted is right.")
    if cents < 0:
        return _("%(cents)s is missing from the box.") % {"cents": money(-cents)}
    return _("There is %(cents)s too much in the box.") % {"cents": money(cents)}


def how_paid(code: str) -> str:
    """Return how a fee was paid, in a word or two."""
    words = {
        "": _("still owed"),
        "cash": _("cash"),
        "cheque": _("cheque"),
        "transfer": _("transfer"),
        "free": _("free"),
        "paid": _("paid, how not said"),
    }
    return words[code]
