"""Losing points: the margins of the games lost, added up (rules.md §4).

| criterion       | ranks higher   |
|-----------------|----------------|
| `losing_points` | a lower sum    |

>>> from scoring.criteria.field import GameRecord
>>> from scoring.side import SideValue
>>> won, lost = SideValue(121, 100, won=True, spread=21), SideValue(100, 121, spread=-21)
>>> written = [GameRecord(1, 1, 0, 1, won), GameRecord(1, 1, 1, 2, lost)]
>>> field = RankingInput([1, 2], written=written, target=121)
>>> dict(values([1, 2], field))
{1: 0, 2: 21}
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import RankingInput

CODE = "losing_points"
COLUMN = ""
LOWEST = True
AMONG_TIED = False


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return the sum of the margins of everyone's losses, by number (rules.md §4)."""
    return {
        number: sum(max(0, -met.has.spread) for met in field.games_of(number) if met.lost)
        for number in numbers
    }
