"""The score of a hand of gin, with its reasons (rules.md §5, §5.1).

| how      | winner       | points                                          |
|----------|--------------|-------------------------------------------------|
| knock    | the knocker  | the difference                                  |
| gin      | the knocker  | the opponent's deadwood and the gin bonus       |
| undercut | the opponent | the difference and the undercut bonus           |
| `nobody` | none         | played to its end, and neither side scores      |
| void     | none         | stopped and recorded with its reason, dealt again |

>>> Score("undercut", winner=1, difference=3, bonus=10, points=13).counts
(0, 13)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

ENDINGS = ("knock", "gin", "undercut", "nobody", "void")


@dataclass(frozen=True)
class Reason:
    """One step of the explanation: a code and its figures; the sentence is worded where it is shown."""

    code: str
    args: Mapping[str, int | str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Score:
    """The score of a hand of gin (rules.md §5).

    `winner` is the side (0 or 1) that won the hand and so its box, None if neither did. `difference` and
    `bonus` are as the cards gave them; `points` is their sum, doubled by a spade in Oklahoma (§7.1). `fines`
    are points taken off each side for an irregularity (§5.1), never doubled.
    """

    how: str
    winner: int | None = None
    difference: int = 0
    bonus: int = 0
    points: int = 0
    fines: tuple[int, int] = (0, 0)
    reasons: tuple[Reason, ...] = ()

    @property
    def counts(self) -> tuple[int, int]:
        """The change of each side's running total by the hand: points won less the fine (rules.md §5.1)."""
        won = [0, 0]
        if self.winner is not None:
            won[self.winner] = self.points
        return won[0] - self.fines[0], won[1] - self.fines[1]


def next_dealer(score: Score, dealer: int) -> int:
    """Return the side that deals the next hand: the winner, or `dealer` again without one (rules.md §5).

    >>> next_dealer(Score("void"), dealer=1), next_dealer(Score("knock", winner=0, points=4), dealer=1)
    (1, 0)
    """
    return dealer if score.winner is None else score.winner
