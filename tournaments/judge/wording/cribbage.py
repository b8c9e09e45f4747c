"""Cribbage in a judge's words: what scored in a hand or a crib, and how it is counted aloud (rules.md §2)."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from scoring.cribbage.pegging import Pegged
from scoring.cribbage.show import Combination, Show
from tournaments.games.card_names import faces
from tournaments.judge.wording.figures import points


def kind_name(kind: str, cards: int) -> str:
    """Return the name of a combination of so many cards (rules.md §2.3)."""
    if kind == "run":
        return _("Run of %(number)d") % {"number": cards}
    if kind == "flush":
        return _("Flush of %(number)d") % {"number": cards}
    return {
        "fifteen": _("Fifteen"),
        "pair": _("Pair"),
        "three_of_a_kind": _("Three of a kind"),
        "four_of_a_kind": _("Four of a kind"),
        "nobs": _("His nobs"),
    }[kind]


def reason_text(combination: Combination) -> str:
    """Return why a combination scores, in a few words."""
    if combination.kind == "fifteen":
        values = " + ".join(str(min(card.rank, 10)) for card in combination.cards)
        return f"{values} = 15"
    return {
        "pair": _("two of one rank"),
        "three_of_a_kind": _("three pairs in one"),
        "four_of_a_kind": _("six pairs in one"),
        "run": _("ranks in a row"),
        "flush": _("with the starter") if len(combination.cards) == 5 else _("the cards of the hand"),
        "nobs": _("the jack of the starter’s suit"),
    }[combination.kind]


def running_counts(show: Show) -> Iterable[tuple[Combination, int]]:
    """Yield the combinations of a hand with the running count, as a player counts aloud."""
    count = 0
    for combination in show.combinations:
        count += combination.points
        yield combination, count


def combination_line(combination: Combination) -> str:
    """Return a combination on one line of a terminal, or to be read aloud."""
    return _("%(kind)s: %(cards)s, %(points)s") % {
        "kind": kind_name(combination.kind, len(combination.cards)),
        "cards": faces(combination.cards),
        "points": points(combination.points),
    }


def total(show: Show, *, crib: bool) -> str:
    """Return the points of a hand or a crib, in one sentence."""
    if not show.total:
        nothing = _("The crib is worth nothing.") if crib else _("The hand is worth nothing.")
        return nothing + " " + _("Players call that nineteen: no hand can have 19.")
    words = {"points": points(show.total)}
    if crib:
        return _("The crib is worth %(points)s.") % words
    return _("The hand is worth %(points)s.") % words


def score_sentence(done: Pegged) -> str:
    """Return the score of a player after a hand or a crib, as a sentence (rules.md §2.4)."""
    words = {"before": done.before, "after": done.after}
    if done.lost:
        return _("From 116 on a single point is lost: the player stays at %(after)d.") % words
    if done.wins:
        return _("From %(before)d to %(after)d: the player wins the game.") % words
    return _("From %(before)d to %(after)d.") % words


def heels() -> str:
    """Return the note on a jack as starter (rules.md §2.1)."""
    return _(
        "His heels: the starter is a jack, so the dealer pegs 2 as soon as it is turned. These points are "
        "not part of the hand, and can win the game."
    )


def rows(show: Show) -> list[dict[str, Any]]:
    """Return the combinations of a hand with their names and reasons, each with the count so far."""
    return [
        {
            "kind": one.kind,
            "name": kind_name(one.kind, len(one.cards)),
            "why": reason_text(one),
            "cards": one.cards,
            "points": one.points,
            "count": count,
        }
        for one, count in running_counts(show)
    ]
