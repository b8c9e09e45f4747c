"""What can be chosen on the set-up page. A second line of a label is the explanation of its card."""

from django.conf import settings
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _

from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.publication import names

Choices = list[tuple[str, str]]
LATER = "later"


def formats_(kept: str = "") -> Choices:
    """Every format that is shipped, and `kept`: that of a tournament, which may be shipped no longer."""
    keys = [*FORMATS, *([kept] if kept and kept not in FORMATS else [])]
    return [(key, f"{names.format_name(key)}\n{names.format_note(key)}".rstrip("\n")) for key in keys]


def odd() -> Choices:
    """What is done with an odd field."""
    return [
        ("house", _("A house player joins\nEverybody plays every game. The house player is not ranked.")),
        ("bye", _("One player sits out each game\nThey get the points that you declare. It is not a win.")),
        (
            "three",
            _("One table plays with three\nEverybody plays every game, and nobody is there out of turn."),
        ),
        (LATER, _("I decide on the day\nWith an odd number no game can be seated before you have decided.")),
    ]


def standings_shown() -> Choices:
    """Which standings everybody sees while a game is played."""
    shown = Tournament.StandingsShown
    return [
        (shown.CLOSED, _("After each closed game\nNothing moves while a game is being played.")),
        (shown.LIVE, _("Live\nEach result counts at once; who has played is marked.")),
    ]


def languages() -> Choices:
    """The languages, each in its own words."""
    return [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]
