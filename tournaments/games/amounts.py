"""Amounts of what ranks, with their units."""

from django.utils.translation import get_language, ngettext

from tournaments.documents.numbers import grouped
from tournaments.games.criteria import has


def points(amount: int, criterion: str) -> str:
    """Return an amount with the unit of its criterion: '1 612 points', '23 match points', '5 games won'."""
    return has(amount, criterion)


def number(value: int) -> str:
    """Format a whole number in the active language; a negative one gets U+2212, the minus sign."""
    return grouped(value, get_language() or "en")


def signed_points(count: int) -> str:
    """Return a number of points in words; a negative one gets U+2212, the minus sign."""
    words = ngettext("%(count)d point", "%(count)d points", abs(count)) % {"count": count}
    return words.replace("-", "\N{MINUS SIGN}") if count < 0 else words
