"""Sentences for tournaments in which each player hands in a card (rules.md §4.1)."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import two_cards
from scoring.side import SideValue
from tournaments.papers.words import signed


def device_card_rules(*, asked: bool) -> dict[str, Any]:
    """Return the rules about cards that a device needs (docs/protocol.md)."""
    return {"cards": two_cards.TWO_CARDS} if asked else {}


def slip_sentence() -> str:
    """Return the sentence on a slip, which is not handed in."""
    return _("Today each player hands in a card: this slip is only for the table.")


def result(values: Sequence[SideValue], who: Sequence[str], worth: Callable[[int], str]) -> str:
    """Describe a ruling that gave the two cards different results; `worth` puts match points into words."""
    own = [
        _("%(name)s %(spread)s (%(worth)s)")
        % {"name": name, "spread": signed(value.spread), "worth": worth(value.match_points)}
        for name, value in zip(who, values, strict=True)
    ]
    return _("By a ruling each card has its own value: %(cards)s.") % {"cards": _(", ").join(own)}
