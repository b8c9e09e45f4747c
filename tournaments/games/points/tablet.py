"""A game of points on the tablet of a table: the number of each side (rules.md §9)."""

from django.utils.translation import gettext_lazy as _

from tournaments.common.catalogue import Catalogue

SCRIPTS = ("table",)
STYLES = ()
WORDS: Catalogue = {
    "what_points": _("How many points: {name}?"),
    "hint_range": _("From {least} to {most}."),
    "out_of_range": _("It goes from {least} to {most}."),
    "not_over": _("Nobody has {target} yet: the game goes on."),
    "level_game": _("A tie: this game has no winner."),
    "level_goes_on": _("A tie: play on until one side is ahead."),
    "difference": _("Won by {points}."),
    "read_won_points": _("{name} won with {points}."),
    "read_points": _("{name} has {points}."),
    "so_far_spread": _("spread {value}"),
}
