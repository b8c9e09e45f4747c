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
