"""Sentences for the error codes of results and rules of euchre (rules.md §15)."""

from typing import Any

from django.utils.translation import gettext_lazy

EUCHRE_MESSAGES: dict[str, Any] = {
    "euchre_end": gettext_lazy(
        "A game of euchre has a number of hands, or it goes on to a number of points: give one of the two."
    ),
    "euchre_two_sides": gettext_lazy("Euchre is played by two sides, not by %(sides)s."),
    "euchre_each_side": gettext_lazy("Type the points and the lone hands of both sides."),
    "euchre_points_missing": gettext_lazy("Type the points of both sides."),
    "euchre_not_whole": gettext_lazy("“%(value)s” is not possible: type a whole number from 0 to %(most)s."),
    "euchre_loners": gettext_lazy(
        "%(loners)s lone hands are at least %(least)s points, but this side has %(points)s."
    ),
    "euchre_not_over": gettext_lazy(
        "Neither side has %(target)s points (the most is %(best)s): the game goes on. Was it interrupted?"
    ),
    "euchre_beyond": gettext_lazy(
        "A game to %(target)s ends when one side has them: that side has at most %(most)s, the other fewer "
        "than %(target)s."
    ),
    "euchre_hands": gettext_lazy(
        "%(hands)s hands, %(loners)s of them lone hands, are %(least)s to %(most)s points for both sides "
        "together, not %(total)s."
    ),
    "euchre_level": gettext_lazy(
        "Both have %(value)s, and this game may not end in a tie: play one more hand."
    ),
    "euchre_award_backwards": gettext_lazy(
        "The side that has the game is declared %(value)s, the other side %(other)s, which is more."
    ),
}
