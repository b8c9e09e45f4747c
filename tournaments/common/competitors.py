"""How many compete, in words: players, teams, or entries where some are teams and some are not."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from scoring.games import GAMES

PLAYERS, TEAMS, ENTRIES = "players", "teams", "entries"
"""What competes under the numbers of a day: players, teams, or some of each."""


def count_phrase(count: int, kind: str) -> str:
    """So many competitors in the active language; `kind` is one of the three."""
    if kind == TEAMS:
        words = ngettext("%(count)s team", "%(count)s teams", count)
    elif kind == ENTRIES:
        words = ngettext("%(count)s entry", "%(count)s entries", count)
    else:
        words = ngettext("%(count)s player", "%(count)s players", count)
    return words % {"count": count}


def competitor_kind(every: int, teams: int) -> str:
    """What competes where so many of so many entries are teams."""
    return PLAYERS if not teams else TEAMS if teams == every else ENTRIES


def declared_kind(rules: Mapping[str, Any]) -> str:
    """What competes by the rules of a day, before anybody is registered."""
    teams = rules.get("boards") or GAMES[rules["game"]].people_of_an_entry(rules) > 1
    return TEAMS if teams else PLAYERS
