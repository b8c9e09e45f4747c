"""A figure that only one game counts, such as sweeps: added up, it is a criterion (rules.md §4).

| criterion     | ranks higher                                   |
|---------------|------------------------------------------------|
| its `CODE`    | more of it, or less where the lowest is best   |

A game lists its figures in `OWN_FIGURES` of its rule book; `SideValue.figures` has their values.

>>> from scoring.criteria.field import GameRecord
>>> from scoring.side import SideValue
>>> two, none = SideValue(figures={"sweeps": 2}), SideValue()
>>> field = RankingInput([1, 2], written=[GameRecord(1, 1, 0, 1, two), GameRecord(1, 1, 1, 2, none)])
>>> GameFigure("sweeps").values([1, 2], field)
{1: 2, 2: 0}
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.criteria.field import RankingInput


@dataclass(frozen=True)
class GameFigure:
    """A criterion that adds up a figure of one game; it fits `scoring.criteria.Criterion`."""

    CODE: str
    LOWEST: bool = False
    COLUMN: str = ""
    AMONG_TIED: bool = False

    def values(self, numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
        """Return the figure of everyone, added up, by number (rules.md §4)."""
        code = self.CODE
        return {
            number: sum(met.has.figures.get(code, 0) for met in field.games_of(number)) for number in numbers
        }
