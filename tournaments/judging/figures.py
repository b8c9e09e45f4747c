"""Figures in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def points(count: int) -> str:
    """A number of points, in words."""
    return ngettext("%(count)d point", "%(count)d points", count) % {"count": count}


def skunk_name(level: int) -> str:
    """What a win by so many skunk lines is called."""
    return (_("win"), _("skunk"), _("double skunk"), _("triple skunk"))[level]
