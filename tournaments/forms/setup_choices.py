"""What can be chosen on the set-up page. A second line of a label is the explanation of its card."""

from django.conf import settings
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _

from scoring.gin.rules import NAMES as BONUSES
from scoring.match_points import TABLES
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.publication import names
from tournaments.publication.games import gin

Choices = list[tuple[str, str]]
OWN, NONE, LATER = "own", "none", "later"
ROWS = ("standard", "variant_a", "variant_b")
LETTER, CLOSED, OPEN = "letter", "closed", "open"


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


def pegging() -> Choices:
    """How the winner is written."""
    return [
        ("exact", _("Exactly 121\nA winner is always written at 121, whatever the last count was worth.")),
        ("as_pegged", _("As pegged\nThe last count is written in full: 121 to 149.")),
    ]


def cuts() -> Choices:
    """Who cuts the starter."""
    return [
        ("right", _("The player at the dealer’s right")),
        ("left", _("The player at the dealer’s left")),
        ("non_dealer", _("The player who does not deal")),
    ]


def first_deal() -> Choices:
    """Who deals first in a game."""
    return [
        ("cut", _("The lower card of a cut before every game")),
        ("loser", _("Who lost the game before")),
        ("seat_a", _("The player in seat A")),
    ]


def rank_by() -> Choices:
    """What ranks."""
    return [
        ("pegged", _("Points pegged\nAll points of all games are added up, won or lost.")),
        ("match_points", _("Match points\nOnly wins count, by the table chosen below.")),
    ]


def then() -> Choices:
    """What decides between equal match points, in order (rules.md §4)."""
    return [
        ("won spread pegged", _("games won, then spread, then points pegged")),
        ("spread won pegged", _("spread, then games won, then points pegged")),
        ("won pegged spread", _("games won, then points pegged, then spread")),
        ("won spread", _("games won, then spread")),
        ("", _("nothing: they share the rank")),
    ]


def match_points() -> Choices:
    """No table, every table of the rule book with its numbers, or an own one."""
    shipped = [
        (name, f"{names.table_name(name)}\n{names.table_numbers(table)}") for name, table in TABLES.items()
    ]
    none = (NONE, _("No table\nA skunk is shown as a word and is worth nothing more."))
    return [none, *shipped, (OWN, _("Our own table\nYou type the four numbers."))]


def several_losers() -> Choices:
    """When a win over several is a skunk (rules.md §3.1)."""
    return [
        ("all", _("When all who lose are under the line")),
        ("any", _("When one who loses is under the line")),
        ("none", _("Never")),
    ]


def bonuses() -> Choices:
    """The rows of bonuses of the rule book with their numbers, or own ones (rules.md §5)."""
    numbers = {name: gin.bonuses_numbers(BONUSES[name]) for name in ROWS}
    oklahoma = gin.bonuses_numbers(BONUSES["oklahoma"])
    numbers["standard"] = _("%(plain)s. In Oklahoma: %(oklahoma)s") % {
        "plain": numbers["standard"],
        "oklahoma": oklahoma,
    }
    shipped = [(name, f"{gin.bonuses_name(name)}\n{numbers[name]}") for name in ROWS]
    return [*shipped, (OWN, _("Our own numbers\nYou type the four numbers."))]


def hollywood_won() -> Choices:
    """What happens in a game of Hollywood that is won, and when the sheet ends (rules.md §7.2)."""
    return [
        (
            LETTER,
            _("The other still scores\nThe sheet ends when one player has the target in all three games."),
        ),
        (CLOSED, _("Nobody writes there any more\nThe sheet ends when all three games are won.")),
        (OPEN, _("The other still scores, until all are won\nThe sheet ends when all three games are won.")),
    ]


def ace() -> Choices:
    """What the ace may do (rules.md §5, §7.3)."""
    return [
        ("low", _("Low\nA-2-3 is a run, Q-K-A is not. An ace counts 1.")),
        ("both", _("Low or high\nA-2-3 and Q-K-A are runs. An ace counts 1.")),
        ("corner", _("Round the corner\nA-2-3, Q-K-A and K-A-2 are runs. An ace counts 15.")),
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
