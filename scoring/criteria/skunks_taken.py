"""Games lost to a winner who gave a skunk (rules.md §4).

| criterion      | ranks higher   |
|----------------|----------------|
| `skunks_taken` | fewer of them  |

>>> from scoring.criteria.field import GameRecord
>>> from scoring.side import SideValue
>>> won, lost = SideValue(121, 100, won=True, skunk=1, spread=21), SideValue(100, 121, spread=-21)
>>> written = [GameRecord(1, 1, 0, 1, won), GameRecord(1, 1, 1, 2, lost)]
>>> field = RankingInput([1, 2], written=written, target=121)
>>> dict(values([1, 2], field))
{1: 0, 2: 1}
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import RankingInput

CODE = "skunks_taken"
COLUMN = ""
LOWEST = True
AMONG_TIED = False


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return everyone's skunks taken, by number (rules.md §4)."""
    return {
        number: sum(any(other.skunk > 0 for other in met.others) for met in field.games_of(number))
        for number in numbers
    }
