"""Sentences about opponents and the deal at gin (rules.md §5, §6)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.gin.book import people_per_entry, rules_of
from scoring.gin.rules import GinRules

Rules = dict[str, Any]


def team_games_sentence(rules: Rules, numbers: dict[str, int]) -> str:
    """Describe how many games are played, and that teams play them (rules.md §6)."""
    many = people_per_entry(rules)
    if many > 1:
        return ngettext(
            "%(rounds)d game of gin, a team of %(many)d against another. The first to %(target)d wins.",
            "%(rounds)d games of gin, a team of %(many)d against another, each against another team. "
            "The first to %(target)d wins.",
            rules["rounds"],
        ) % (numbers | {"many": many})
    return (
        ngettext(
            "%(rounds)d game of gin, four at a table, two against two. The first to %(target)d wins.",
            "%(rounds)d games of gin, four at a table, two against two. The first to %(target)d wins.",
            rules["rounds"],
        )
        % numbers
    )


def who_plays_sentence(gin: GinRules, *, teams: bool = False) -> str:
    """Describe who plays a hand and who looks on, if more than two play (rules.md §6).

    `teams`: a team has one number.
    """
    if gin.mode == "teams":
        return _opponents_sentence(gin, teams=teams)
    if gin.mode == "captain":
        return _(
            "A, the captain, plays every hand. B begins; whichever of B and C loses a hand gives the seat to "
            "the other. The one who looks on may be asked."
        )
    return _(
        "A and B begin, and C looks on. The loser of a hand gives the seat to the one who looked on, who "
        "may only recall a rule."
    )


def _opponents_sentence(gin: GinRules, *, teams: bool) -> str:
    if teams:
        met = _(
            "All play at once: the first of a team plays the first of the other, the second the second, and "
            "so on."
        )
        swap = _("After every hand each plays the next of the other team.")
    else:
        met = _("Partners face each other. Two hands are played side by side: A plays B, and C plays D.")
        swap = _("After every hand opponents swap: A plays D, and C plays B, then again as before.")
    netted = _(
        "What a side has won in a hand is added up; the side with more writes the difference and has won "
        "the hand. If they are tied, nobody writes."
    )
    return " ".join([met, swap, netted] if gin.alternating else [met, netted])


def deal_sentence(rules: Rules) -> str:
    """Describe who deals (rules.md §5)."""
    gin = rules_of(rules)
    teams = gin.mode == "teams"
    first = {
        "draw": _("Of each two who meet, the one with the higher card drawn chooses; the ace is the highest.")
        if teams
        else _("The higher card drawn chooses."),
        "loser": _(
            "The player who lost the game before. In game 1, and where both won or both lost, the higher "
            "card drawn."
        ),
        "seat_a": _("Side A.") if teams else _("The player in seat A."),
        "seat_b": _("Side B.") if teams else _("The player in seat B."),
    }[rules["first_deal"]]
    if teams and gin.alternating:
        return (
            first
            + " "
            + _("Then the player who won the hand; where both have won or lost theirs, the higher card.")
        )
    return first + " " + _("Then the player who won the hand; if nobody did, the same dealer again.")
