"""Sentences for the error codes of results and rules of a game of points (rules.md §9)."""

from typing import Any

from django.utils.translation import gettext_lazy

POINTS_MESSAGES: dict[str, Any] = {
    "points_not_whole": gettext_lazy("“%(value)s” is not a whole number. Type digits only, such as 320."),
    "points_out_of_range": gettext_lazy(
        "%(value)s is not possible: a side ends with a number from %(least)s to %(most)s."
    ),
    "points_not_over": gettext_lazy(
        "Nobody has %(target)s (the most is %(best)s): the game goes on until a side has. Was it interrupted?"
    ),
    "points_level": gettext_lazy(
        "Both have %(value)s, and a game may not end in a tie: play on until one is ahead."
    ),
    "points_award_backwards": gettext_lazy(
        "The side with the game has %(value)s declared, the other side %(other)s, which is better."
    ),
    "points_range": gettext_lazy(
        "There is nothing between %(least)s and %(most)s: the lowest number comes first, and none is "
        "further from 0 than %(furthest)s."
    ),
    "points_target": gettext_lazy(
        "%(target)s cannot be reached: numbers go from %(least)s to %(most)s. "
        "Choose a target between them, or none."
    ),
    "points_lower_ranks": gettext_lazy(
        "Where the lower number wins, all points cannot rank: a player who missed games would come first. "
        "Choose games won or the spread."
    ),
    "points_score_missing": gettext_lazy("Type the number of each side."),
}
