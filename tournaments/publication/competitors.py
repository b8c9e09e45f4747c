"""How many compete, in words: players, teams, or entries where some are teams and some are not."""

from django.utils.translation import ngettext

from tournaments.registration import ENTRIES, TEAMS


def counted(count: int, kind: str) -> str:
    """So many competitors in the active language; `kind` is what `registration.competing` answers."""
    if kind == TEAMS:
        words = ngettext("%(count)s team", "%(count)s teams", count)
    elif kind == ENTRIES:
        words = ngettext("%(count)s entry", "%(count)s entries", count)
    else:
        words = ngettext("%(count)s player", "%(count)s players", count)
    return words % {"count": count}
