"""Pegging: the position of a peg after an event, the target, and the rule from 116 (rules.md §1, §2.4, §4).

An event is the sum of all points of one card laid (with the go it earns); one whole hand; one crib; his
heels.

| rule      | meaning                                                                              |
|-----------|--------------------------------------------------------------------------------------|
| target    | 121, or 61 for the short game; the side that reaches it wins at once                 |
| from_116  | an event of 1 point in all is lost by a side at 116 or more; 115 + 1 is allowed        |
| muggins   | points that their owner did not claim may be taken by an opponent                    |
| exact     | the winner has exactly the target (default), or as pegged (up to 28 past it)          |

From 116 is for a board of 121 holes: no score of a game to 61 is that high.

>>> rules = PegRules(from_116=True)
>>> [peg(score, 1, rules).after for score in (114, 115, 116, 120)]
[115, 116, 116, 120]
>>> peg(116, 2, rules).after, peg(120, 12, rules)
(118, Pegged(before=120, after=121, points=12, lost=0, wins=True))
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.errors import DomainError, is_whole

NO_SINGLE_FROM = 116


@dataclass(frozen=True)
class PegRules:
    """The rules of pegging (rules.md §2.4): see the table of this module."""

    target: int = 121
    from_116: bool = False
    muggins: bool = False
    exact: bool = True

    def __post_init__(self) -> None:
        if not is_whole(self.target) or self.target < 1:
            raise DomainError("impossible_target", target=str(self.target))


@dataclass(frozen=True)
class Pegged:
    """A peg before and after one event: the points that count, those lost, and whether they win the game."""

    before: int
    after: int
    points: int
    lost: int
    wins: bool


def read_rules(stage: Mapping[str, Any]) -> PegRules:
    """Return the rules of pegging in the frozen rules of a stage (rules.md §2.4, §4)."""
    return PegRules(
        target=stage.get("target", 121),
        from_116=bool(stage.get("from_116", False)),
        muggins=bool(stage.get("muggins", False)),
        exact=stage.get("pegging", "exact") == "exact",
    )


def peg(score: int, points: int, rules: PegRules | None = None, earlier: int = 0) -> Pegged:
    """Peg `points` of one event for a side with `score` (rules.md §1, §2.4).

    `earlier` are the points that the same event gave before: the go that a card earns is added to that card.
    Raises `DomainError` for a score that is impossible, or that has won already.
    """
    rules = rules or PegRules()
    if not all(is_whole(value) for value in (score, points, earlier)):
        raise DomainError("impossible_score", score=str(score), target=rules.target)
    check_score(score, rules)
    if rules.from_116 and points + earlier == 1 and score >= NO_SINGLE_FROM:
        return Pegged(score, score, 0, points, False)
    after = min(score + points, rules.target) if rules.exact else score + points
    return Pegged(score, after, points, 0, after >= rules.target)


def check_score(score: int, rules: PegRules) -> None:
    """Raise `DomainError` for a score below zero, or at the target: the game is over (rules.md §1)."""
    if not is_whole(score) or score >= rules.target:
        raise DomainError("impossible_score", score=str(score), target=rules.target)
