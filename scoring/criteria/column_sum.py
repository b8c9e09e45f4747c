"""The criteria that are a sum of the score book: points, match points, games won (rules.md §4).

| criterion      | ranks higher                                                     |
|----------------|------------------------------------------------------------------|
| `pegged`       | more points of all games; in gin the totals                      |
| `match_points` | more match points by the table of the tournament                 |
| `won`          | more games won, by forfeit too                                   |
| `spread`       | a higher net spread: points less points against                  |
| `value`        | in gin more value of the games, + for a win, - for a loss        |
| `skunks`       | more games in which a skunk was given                            |

>>> ColumnSum("pegged").values([1, 2], RankingInput([1, 2], {"pegged": {1: 5, 2: 3}}))[1]
5
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.criteria.field import RankingInput


@dataclass(frozen=True)
class ColumnSum:
    """A criterion whose value the score book adds up itself; it fits `scoring.criteria.Criterion`."""

    CODE: str
    LOWEST: bool = False
    AMONG_TIED: bool = False

    @property
    def COLUMN(self) -> str:
        """Return the sum of the score book, which has the code of the criterion (rules.md §4)."""
        return self.CODE

    def values(self, numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
        """Return everyone's sum, by number (rules.md §4)."""
        return field.columns[self.CODE]
