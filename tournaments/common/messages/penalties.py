"""Messages about refused penalties, each with what to do about it."""

from typing import Any

from django.utils.translation import gettext_lazy

OF_PENALTIES: dict[str, Any] = {
    "no_such_penalty": gettext_lazy("Line %(line)s is no penalty that stands. Reload the page."),
    "penalty_unknown": gettext_lazy("Say what the penalty is: points off, the game, or a new deal."),
    "penalty_for_nobody": gettext_lazy("Choose who has the penalty: somebody who sits at that table."),
    "penalty_points": gettext_lazy("Type how many points come off: a whole number from 1 to %(most)s."),
    "penalty_game_of_two": gettext_lazy(
        "Only a game between two sides can be lost by a penalty: take points off instead."
    ),
    "penalty_reason": gettext_lazy("Choose the reason, or type it."),
    "penalty_not_seated": gettext_lazy(
        "They did not sit in game %(round)s: choose a game in which they did."
    ),
    "penalty_in_a_medal_match": gettext_lazy(
        "In a medal match points count for nothing: the penalty is the game, or a new deal."
    ),
    "forfeit_not_declared": gettext_lazy(
        "Declare first, on the set-up page, how many points a forfeit gives: a game that is lost counts so."
    ),
    "lost_by_penalty": gettext_lazy(
        "This game was lost by a penalty (line %(line)s). Take the penalty back first."
    ),
}
