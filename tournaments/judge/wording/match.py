"""A match of cribbage in a judge's words: the points of a game, the winner, the next dealer (rules.md §3)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.match import State
from scoring.side import SideValue
from tournaments.games.cribbage.match_points import skunk_name
from tournaments.judge.wording.play import player


def kind_name(kind: str) -> str:
    """Return the name of a kind of match (rules.md §3.3)."""
    return {
        "one_game": _("one game"),
        "fixed": _("a number of games"),
        "best_of": _("best of"),
        "first_to": _("first to match points"),
    }[kind]


def number_name(kind: str) -> str:
    """Return the label for the number of a match; empty for one game."""
    return {
        "fixed": _("How many games"),
        "best_of": _("Best of how many games"),
        "first_to": _("How many match points win"),
    }.get(kind, "")


def worth(value: SideValue) -> str:
    """Return the gain of the winner of a game, in words."""
    gain = ngettext("%(count)d match point", "%(count)d match points", value.match_points)
    words = {"how": skunk_name(value.skunk), "worth": gain % {"count": value.match_points}}
    if value.wins_match:
        return _("%(how)s: %(worth)s, and it wins the match at once") % words
    return _("%(how)s: %(worth)s") % words


def standing_sentence(state: State) -> str:
    """Return the state of a match, in one sentence."""
    if not state.over:
        return _("The match goes on.")
    if state.winner is None:
        return _("The match is over, and nobody has won it.")
    return _("%(player)s wins the match.") % {"player": player(state.winner)}


def next_deal(state: State) -> str:
    """Return who deals first in the next game; empty if there is none (rules.md §3.3)."""
    if state.over:
        return ""
    if state.next_deal is None:
        return _("The deal of the next game is cut: the lowest card deals.")
    return _("%(player)s deals first in the next game.") % {"player": player(state.next_deal)}
