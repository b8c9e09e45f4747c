"""Euchre on the tablet of a table: the points of each side, then its lone hands (rules.md §15)."""

from django.utils.translation import gettext_lazy as _

from tournaments.common.catalogue import Catalogue

SCRIPTS = ("table",)
STYLES = ()
WORDS: Catalogue = {
    "euchre_what_points": _("How many points: {name}?"),
    "euchre_what_loners": _("How many lone hands: {name}?"),
    "euchre_hint_points": _("All points of the game."),
    "euchre_hint_loners": _("Played alone and won with all five tricks. None: 0."),
    "euchre_few_points": _("{loners} lone hands are {least} points or more."),
    "euchre_not_over": _("One side has {target} when a game is over; the other has less."),
    "euchre_hands": _("{hands} hands are {least} to {most} points for both sides together."),
    "euchre_level": _("A tie: this game has no winner."),
    "euchre_goes_on": _("A tie: play one more hand."),
    "euchre_won_by": _("Won by {points}."),
    "euchre_read_won": _("{name} won with {points}, lone hands: {loners}."),
    "euchre_read": _("{name} has {points}, lone hands: {loners}."),
}
