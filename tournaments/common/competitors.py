"""Words for the number of competitors: players, teams, or entries if some are teams and some are not."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from scoring.games import GAMES

PLAYERS, TEAMS, ENTRIES = "players", "teams", "entries"
"""The kinds of competitors of a tournament: players, teams, or some of each."""


def count_phrase(count: int, kind: str) -> str:
    """Format a number of competitors in the active language; `kind` is one of the three."""
    if kind == TEAMS:
        words = ngettext("%(count)s team", "%(count)s teams", count)
    elif kind == ENTRIES:
        words = ngettext("%(count)s entry", "%(count)s entries", count)
    else:
        words = ngettext("%(count)s player", "%(count)s players", count)
    return words % {"count": count}


def competitor_kind(every: int, teams: int) -> str:
    """Return the kind of competitors if so many of so many entries are teams."""
    return PLAYERS if not teams else TEAMS if teams == every else ENTRIES


def declared_kind(rules: Mapping[str, Any]) -> str:
    """Return the kind of competitors by the rules of a tournament, before anyone is registered."""
    teams = rules.get("boards") or GAMES[rules["game"]].people_per_entry(rules) > 1
    return TEAMS if teams else PLAYERS
