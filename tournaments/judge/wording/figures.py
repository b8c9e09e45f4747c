"""Figures in words."""

from django.utils.translation import ngettext


def points(count: int) -> str:
    """Return a number of points, in words."""
    return ngettext("%(count)d point", "%(count)d points", count) % {"count": count}
