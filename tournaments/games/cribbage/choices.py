"""The choices of the set-up of a cribbage tournament. A second line of a label is its explanation."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring import two_cards
from scoring.match_points import TABLES
from tournaments.games.cribbage.match_points import table_name, table_numbers

Choices = list[tuple[str, Any]]
OWN, NONE = "own", "none"
GAME_TO = [("121", _("at 121 points")), ("61", _("at 61 points: the short game"))]
"""The targets of a game (rules.md §1)."""
PEGGING = [
    ("exact", _("Exactly 121, or 61\nA winner is written there, whatever the last count was worth.")),
    ("as_pegged", _("As pegged\nThe last count is written in full: 121 to 149, or 61 to 89.")),
    ("left", _("Points left\nThe winner writes 0, the loser what is left; the lowest is best.")),
    ("timed", _("Within a time\nWhen the time is up whoever is ahead has won; both write their points.")),
]
CUTS = [
    ("right", _("The player at the dealer’s right")),
    ("left", _("The player at the dealer’s left")),
    ("non_dealer", _("The player who does not deal")),
]
FIRST_DEAL = [
    ("cut", _("The lower card of a cut before every game")),
    ("loser", _("Who lost the game before")),
    ("seat_a", _("The player in seat A")),
]
CARDS = [
    (two_cards.ONE, _("One slip for both\nThe table agrees on one result.")),
    (
        two_cards.TWO,
        _(
            "The card of each player, compared (ACC)\n"
            "Both are entered apart; the list shows what differs, and a ruling may leave them unlike."
        ),
    ),
]
"""The cards handed in after a game (rules.md §4.1)."""
RANK_BY = [
    ("pegged", _("Points pegged\nAll points of all games are added up, won or lost.")),
    ("match_points", _("Match points\nOnly wins count, by the table chosen below.")),
]
THEN = [
    ("won spread pegged", _("games won, then spread, then points pegged")),
    ("spread won pegged", _("spread, then games won, then points pegged")),
    ("won pegged spread", _("games won, then points pegged, then spread")),
    ("won spread", _("games won, then spread")),
    ("", _("nothing: they share the rank")),
]
"""The criteria that decide between equal match points, in order (rules.md §4)."""


def match_points() -> Choices:
    """Return the choices of a table: none, each table of the rule book with its numbers, or an own table."""
    shipped = [(name, f"{table_name(name)}\n{table_numbers(table)}") for name, table in TABLES.items()]
    none = (NONE, _("No table\nA skunk is shown as a word and is worth nothing more."))
    return [none, *shipped, (OWN, _("Our own table\nYou type the four numbers."))]


SEVERAL_LOSERS = [
    ("all", _("When all who lose are under the line")),
    ("any", _("When one who loses is under the line")),
    ("none", _("Never")),
]
"""The losers that must be under a line for a win over several to be a skunk (rules.md §3.1)."""
