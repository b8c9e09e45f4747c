"""The choices of the set-up of a gin tournament. A second line of a label is its explanation."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.gin.rules import NAMES as BONUSES
from tournaments.games.gin.words import bonuses_name, bonuses_numbers

Choices = list[tuple[str, Any]]
OWN = "own"
ROWS = ("standard", "variant_a", "variant_b")
LETTER, CLOSED, OPEN = "letter", "closed", "open"


def bonuses() -> Choices:
    """Return each set of bonuses of the rule book with its numbers, and the own numbers (rules.md §5)."""
    numbers = {name: bonuses_numbers(BONUSES[name]) for name in ROWS}
    oklahoma = bonuses_numbers(BONUSES["oklahoma"])
    numbers["standard"] = _("%(plain)s. In Oklahoma: %(oklahoma)s") % {
        "plain": numbers["standard"],
        "oklahoma": oklahoma,
    }
    shipped = [(name, f"{bonuses_name(name)}\n{numbers[name]}") for name in ROWS]
    return [*shipped, (OWN, _("Our own numbers\nYou type the four numbers."))]


HOLLYWOOD_WON = [
    (LETTER, _("The other still scores\nThe sheet ends when one player has the target in all three games.")),
    (CLOSED, _("Nobody writes there any more\nThe sheet ends when all three games are won.")),
    (OPEN, _("The other still scores, until all are won\nThe sheet ends when all three games are won.")),
]
"""The rules of a game of Hollywood that is won, and of the end of the sheet (rules.md §7.2)."""
ACE = [
    ("low", _("Low\nA-2-3 is a run, Q-K-A is not. An ace counts 1.")),
    ("both", _("Low or high\nA-2-3 and Q-K-A are runs. An ace counts 1.")),
    ("corner", _("Round the corner\nA-2-3, Q-K-A and K-A-2 are runs. An ace counts 15.")),
]
"""The rules of the ace (rules.md §5, §7.3)."""
