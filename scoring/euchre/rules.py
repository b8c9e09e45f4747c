"""The rules of a game of euchre, read once from the frozen rules of a stage (rules.md §15).

| rule         | read as | default | meaning                                                        |
|--------------|---------|---------|----------------------------------------------------------------|
| hands        | same    | 8       | so many hands are a game; 0: it goes on until a side has points |
| target       | same    | 0       | the points at which a game ends; 0: it has a number of hands   |
| lone_euchre  | same    | 2       | the points for a euchre of a player who went alone: 2 or 4     |
| ties_allowed | ties    | True    | whether a game of a number of hands may end level              |

>>> rules = EuchreRules.read({"hands": 8, "target": 0})
>>> rules.least(loners=1), rules.most(loners=1)
(11, 18)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.errors import DomainError

LONER_POINTS = 4
"""The points of a lone hand that is won with all tricks (rules.md §15)."""
MARCH_POINTS = 2
"""The points of all tricks, and of a euchre (rules.md §15)."""
LONE_EUCHRE_POINTS = (2, 4)
MAX_HANDS = 40
TARGET_RANGE = (5, 30)
"""The lowest and the highest number of points at which a game may end."""


@dataclass(frozen=True, slots=True)
class EuchreRules:
    """The rules by which a result of euchre is checked and read (rules.md §15)."""

    hands: int = 8
    target: int = 0
    lone_euchre: int = 2
    ties: bool = True

    @classmethod
    def read(cls, rules: Mapping[str, Any]) -> EuchreRules:
        """Parse the rules of a stage (rules.md §15).

        Raises `DomainError` if a game has neither a number of hands nor a target, or both.
        """
        found = cls(
            hands=int(rules.get("hands", 8)),
            target=int(rules.get("target", 0)),
            lone_euchre=int(rules.get("lone_euchre", 2)),
            ties=bool(rules.get("ties_allowed", True)),
        )
        if bool(found.hands) == bool(found.target):
            raise DomainError("euchre_end")
        return found

    @property
    def best_hand(self) -> int:
        """Return the most points of a hand that is no lone hand won (rules.md §15)."""
        return max(MARCH_POINTS, self.lone_euchre)

    @property
    def hands_at_most(self) -> int:
        """Return the most hands of a game of hands: one more parts a level game (rules.md §15)."""
        return self.hands if self.ties else self.hands + 1

    def least(self, loners: int) -> int:
        """Return the fewest points of both sides together, with so many lone hands (rules.md §15)."""
        return self.hands - loners + LONER_POINTS * loners

    def most(self, loners: int) -> int:
        """Return the most points of both sides together, with so many lone hands (rules.md §15)."""
        return self.best_hand * (self.hands_at_most - loners) + LONER_POINTS * loners
