"""A hand of gin in line data: its figures, or where teams play those of each two who meet (rules.md §5, §6).

| mode                 | a hand is                                                                 |
|----------------------|---------------------------------------------------------------------------|
| two, three, captain  | its figures, as `figures.read_hand` reads them                            |
| teams                | a list of them, in the order of the players of the first side             |

>>> len(results_of({"how": "nobody"})), len(results_of([{"how": "nobody"}, {"how": "nobody"}]))
(1, 2)
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from scoring.gin import game as play
from scoring.gin.figures import read_hand
from scoring.gin.rules import GinRules

T = TypeVar("T")
Hand: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""A hand as line data has it: its figures, or those of each pair of opponents where teams play."""


def of_each(hand: Hand, what: Callable[[Mapping[str, Any]], T]) -> T | list[T]:
    """`what` of a hand, or of each of its results where teams play (rules.md §6)."""
    return what(hand) if isinstance(hand, Mapping) else [what(one) for one in hand]


def results_of(hand: Hand) -> Sequence[Mapping[str, Any]]:
    """The results of a hand: one, or one a pair of opponents where teams play (rules.md §6)."""
    return [hand] if isinstance(hand, Mapping) else hand


def scores_of(hand: Hand, rules: GinRules) -> play.Hand:
    """What a hand of line data gave (rules.md §5, §6). Raises `DomainError` for figures that no hand
    gives.
    """
    return of_each(hand, lambda one: read_hand(one, rules))


def hand_turned(hand: Mapping[str, Any]) -> dict[str, Any]:
    """The same result with its two sides exchanged (rules.md §5)."""
    turned = dict(hand)
    for name in ("winner", "knocker"):
        if turned.get(name) is not None:
            turned[name] = 1 - turned[name]
    if "deadwood" in turned:
        turned["deadwood"] = list(reversed(turned["deadwood"]))
    return turned


def is_hand(hand: object, several: bool) -> bool:
    """Whether a hand has the shape of one: figures, or a list of them (rules.md §6)."""
    if several:
        return isinstance(hand, list) and all(isinstance(one, dict) for one in hand)
    return isinstance(hand, dict)
