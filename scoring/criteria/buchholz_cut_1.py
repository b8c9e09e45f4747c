"""Opponents' wins without the opponent who has won least (rules.md §4).

| criterion        | ranks higher   |
|------------------|----------------|
| `buchholz_cut_1` | more of them   |

A weak opponent, of the first round perhaps, weighs less.

>>> from scoring.criteria.field import GameRecord
>>> from scoring.side import SideValue
>>> won, lost = SideValue(121, 100, won=True, spread=21), SideValue(100, 121, spread=-21)
>>> written = [GameRecord(1, 1, 0, 1, won), GameRecord(1, 1, 1, 2, lost)]
>>> field = RankingInput([1, 2], written=written, target=121)
>>> dict(values([1, 2], field))
{1: 0, 2: 0}
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.buchholz import opponents_wins
from scoring.criteria.field import RankingInput

CODE = "buchholz_cut_1"
COLUMN = ""
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return everyone's opponents' wins without the least of them, by number (rules.md §4)."""
    return {number: sum(sorted(opponents_wins(number, field))[1:]) for number in numbers}
