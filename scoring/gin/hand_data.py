"""A hand of gin in line data: its figures, or in teams those of each pair of opponents (rules.md §5, §6).

| mode                 | a hand is                                                                 |
|----------------------|---------------------------------------------------------------------------|
| two, three, captain  | its figures, as `figures.read_hand` reads them                            |
| teams                | a list of them, in the order of the players of the first side             |

>>> len(results_of({"how": "void"})), len(results_of([{"how": "void"}, {"how": "void"}]))
(1, 2)
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from scoring.gin import game as play
from scoring.gin.figures import read_hand
from scoring.gin.rules import GinRules

T = TypeVar("T")
Hand: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""A hand in line data: its figures, or in teams those of each pair of opponents."""


def map_results(hand: Hand, what: Callable[[Mapping[str, Any]], T]) -> T | list[T]:
    """Apply `what` to a hand, or in teams to each of its results (rules.md §6)."""
    return what(hand) if isinstance(hand, Mapping) else [what(one) for one in hand]


def results_of(hand: Hand) -> Sequence[Mapping[str, Any]]:
    """Return the results of a hand: one, or in teams one for each pair of opponents (rules.md §6)."""
    return [hand] if isinstance(hand, Mapping) else hand


def scores_of(hand: Hand, rules: GinRules) -> play.Hand:
    """Return the score of a hand of line data (rules.md §5, §6).

    In teams it is a list of scores. Raises `DomainError` for figures that no hand gives.
    """
    return map_results(hand, lambda one: read_hand(one, rules))


def swapped_hand(hand: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same result with its two sides exchanged (rules.md §5)."""
    turned = dict(hand)
    for name in ("winner", "knocker"):
        if turned.get(name) is not None:
            turned[name] = 1 - turned[name]
    if "deadwood" in turned:
        turned["deadwood"] = list(reversed(turned["deadwood"]))
    return turned


def is_hand(hand: object, several: bool) -> bool:
    """Return whether a hand has the shape of one: figures, or a list of them (rules.md §6)."""
    if several:
        return isinstance(hand, list) and all(isinstance(one, dict) for one in hand)
    return isinstance(hand, dict)
