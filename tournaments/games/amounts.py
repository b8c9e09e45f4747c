"""What ranks, in words: an amount with its unit."""

from django.utils.translation import get_language, ngettext

from tournaments.documents.numbers import grouped


def points(amount: int, criterion: str) -> str:
    """What ranks, in words: '1 612 points', '23 match points' or '5 games won'."""
    words = {"count": grouped(amount, get_language() or "en")}
    if criterion == "match_points":
        return ngettext("%(count)s match point", "%(count)s match points", amount) % words
    if criterion == "won":
        return ngettext("%(count)s game won", "%(count)s games won", amount) % words
    return ngettext("%(count)s point", "%(count)s points", amount) % words


def signed_points(count: int) -> str:
    """A number of points, in words; below zero with the sign that belongs to a number."""
    words = ngettext("%(count)d point", "%(count)d points", count) % {"count": count}
    return words.replace("-", "\N{MINUS SIGN}") if count < 0 else words
