"""The rules of a game of points, read once from the frozen rules of a stage (rules.md §9).

| rule         | read as | default               | meaning                                                |
|--------------|---------|-----------------------|--------------------------------------------------------|
| game_name    | name    | empty                 | the name of the game: `500`, `Whist`                   |
| higher_wins  | higher  | True                  | whether the higher number wins, or the lower one       |
| least, most  | same    | 0, 999                | the lowest and the highest number that a side may have |
| target       | same    | 0: none               | a game goes on until a side has as much                |
| ties_allowed | ties    | True                  | whether a game may end level, with no winner           |

>>> rules = PointsRules.read({"game_name": "500", "least": -990, "most": 990, "target": 500})
>>> rules.best([500, 320]), rules.margin(320, [500])
(500, -180)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import DomainError
from scoring.points.known_games import named

MAX_ABSOLUTE_POINTS = 9999
"""The furthest from zero that a number of a card game can be; a number beyond it is a typing mistake."""


@dataclass(frozen=True, slots=True)
class PointsRules:
    """The rules by which a result of a game of points is checked and read (rules.md §9)."""

    name: str = ""
    higher: bool = True
    least: int = 0
    most: int = 999
    target: int = 0
    ties: bool = True

    @classmethod
    def read(cls, rules: Mapping[str, Any]) -> PointsRules:
        """Parse the rules of a stage (rules.md §9).

        Raises `DomainError` for a range that no game could have.
        """
        found = cls(
            name=str(rules.get("game_name", "")),
            higher=bool(rules.get("higher_wins", True)),
            least=int(rules.get("least", 0)),
            most=int(rules.get("most", 999)),
            target=int(rules.get("target", 0)),
            ties=bool(rules.get("ties_allowed", True)),
        )
        if not -MAX_ABSOLUTE_POINTS <= found.least < found.most <= MAX_ABSOLUTE_POINTS:
            raise DomainError(
                "points_range", least=found.least, most=found.most, furthest=MAX_ABSOLUTE_POINTS
            )
        if found.target and not found.least < found.target <= found.most:
            raise DomainError("points_target", target=found.target, least=found.least, most=found.most)
        return found

    def ends(self, sides: int) -> list[int]:
        """Return numbers with which so many sides could end a game, the best first (rules.md §9).

        >>> PointsRules(name="500", least=-990, most=990, target=500).ends(2), PointsRules().ends(3)
        ([520, -180], [120, 85, 64])
        """
        found = [min(max(end, self.least), self.most) for end in named(self.name).ends[:sides]]
        if self.target and max(found) < self.target:
            at = found.index(self.best(found)) if self.higher else len(found) - 1
            found[at] = self.target
        if len(set(found)) < len(found):  # a range in which the game as it is known cannot end
            step = max((self.most - self.least) // (sides + 1), 1)
            found = [max(self.most - step * side, self.least) for side in range(sides)]
        return sorted(found, reverse=self.higher)

    def best(self, points: Sequence[int]) -> int:
        """Return the number that wins among `points` (rules.md §9)."""
        return max(points) if self.higher else min(points)

    def margin(self, own: int, others: Sequence[int]) -> int:
        """Return by how much `own` is better than the best of the `others`; below zero if it is worse.

        See rules.md §9.
        """
        best = self.best(others)
        return own - best if self.higher else best - own
