"""What ranks, in words: an amount with its unit."""

from django.utils.translation import get_language, ngettext

from tournaments.documents.numbers import grouped
from tournaments.games.criteria import has


def points(amount: int, criterion: str) -> str:
    """What ranks, in words: '1 612 points', '23 match points' or '5 games won'."""
    return has(amount, criterion)


def number(value: int) -> str:
    """A whole number as the active language writes it, below zero with a true minus sign."""
    return grouped(value, get_language() or "en")


def signed_points(count: int) -> str:
    """A number of points, in words; below zero with the sign that belongs to a number."""
    words = ngettext("%(count)d point", "%(count)d points", abs(count)) % {"count": count}
    return words.replace("-", "\N{MINUS SIGN}") if count < 0 else words
