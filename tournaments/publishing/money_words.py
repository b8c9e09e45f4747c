"""Amounts of money and ways to pay, in words."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.registration.payments import Account


def money(cents: int) -> str:
    """Format cents as dollars in the active language; below zero with a minus sign."""
    amount = number_format(Decimal(abs(cents)) / 100, decimal_pos=2, use_l10n=True, force_grouping=True)
    words = pgettext("an amount in dollars", "$%(amount)s") % {"amount": amount}
    return "\N{MINUS SIGN}" + words if cents < 0 else words


def paid_words(account: Account) -> str:
    """Return how a fee was paid, and how much of it if it was not the whole; "" if nothing was."""
    if account.paid and account.paid != account.fee:
        return f"{money(account.paid)}, {how_paid(account.how)}"
    return how_paid(account.how) if account.how else ""


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
