"""The choices of the set-up page. A second line of a label is the explanation of its card."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from tournaments.formats import BY_REGISTRATION
from tournaments.games.criteria import NAMES as CRITERIA_NAMES
from tournaments.models import Tournament
from tournaments.pairing import consolation
from tournaments.pairing.pairing_systems import pairing_system_of

Choices = list[tuple[str, str]]
LATER = "later"
TABLE_SIZES = (3, 4, 5, 6)
USUAL_TABLE_SIZE = 4
"""The usual number of people at a table of several."""
ODD = [
    ("house", _("A house player joins\nEverybody plays every game. The house player is not ranked.")),
    ("bye", _("One sits out each game\nNobody sits out twice before everybody has once.")),
    ("three", _("One table plays with three\nEverybody plays every game, and takes a turn at that table.")),
    (LATER, _("I decide on the day\nWith an odd number no game can be seated before you have decided.")),
]
"""The ways to handle an odd field."""
STANDINGS_SHOWN = [
    (
        Tournament.StandingsShown.CLOSED,
        _("After each closed game\nNothing moves while a game is being played."),
    ),
    (
        Tournament.StandingsShown.LIVE,
        _("Live\nEach result counts at once; those who have played are marked."),
    ),
]
PLAYOFFS = [
    ("", _("None\nThe standings after the last game decide.")),
    ("quarter", _("The first quarter\nRounded up: 15 of 60 players, as in the playoffs of the ACC.")),
    ("first", _("The top of the standings\nAs many as you choose.")),
    ("everybody", _("Everybody\nAll who are here after the last game, at most 128.")),
]
ONCE, TWICE = "once", "twice"
LOSSES = [
    (ONCE, _("After one loss\nA knock-out: 2 to 128 players.")),
    (TWICE, _("After two losses\nDouble elimination: 3 to 64 players, about twice as many matches.")),
]
CONSOLATIONS = [
    ("", _("None")),
    (consolation.LOSERS, _("For those who lose in round 1")),
    (consolation.REST, _("For everybody who did not get in")),
]
"""The events beside the playoffs."""
SEEDS = [("", _("By lot")), (BY_REGISTRATION, _("In the order in which people are registered"))]
"""The ways to draw a bracket where no game ranks."""
PLAYOFF_MATCHES = [
    (1, _("One game")),
    (3, _("Best of 3 games")),
    (5, _("Best of 5 games")),
    (7, _("Best of 7 games")),
]
BYES_AS = [
    ("own", _("an opponent who has won as many games as the player")),
    ("nothing", _("nothing")),
]
"""The value of a bye or a missed game in the opponents' criteria (rules.md §4)."""
FORFEITS_AS = [("byes", _("as a bye does")), ("met", _("a game against the opponent seated"))]
"""The value of a game that was not played out, in the same criteria (rules.md §4)."""


def languages() -> Choices:
    """Return the languages, each under its own name."""
    return [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]


def criteria() -> Choices:
    """Return all criteria that can rank, and none."""
    return [("", "–"), *((code, capfirst(str(name))) for code, name in CRITERIA_NAMES.items())]


def asked_at_table(rules: Mapping[str, Any]) -> bool:
    """Return whether the organiser declares how many sit at a full table."""
    return len(pairing_system_of(rules).SIZES) > 1
