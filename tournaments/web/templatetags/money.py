"""Amounts and ways to pay, for templates."""

from django import template

from tournaments.publishing.money_words import how_paid, money

register = template.Library()
register.filter(money)
register.filter(how_paid)


@register.filter
def out(cents: int) -> int:
    """Return an outgoing amount without its sign, as its own column shows it."""
    return abs(cents)
