"""Match points by the table of the tournament (rules.md §4).

| criterion      | ranks higher      |
|----------------|-------------------|
| `match_points` | more match points |

>>> values([1, 2], Field([1, 2], {"match_points": {1: 5, 2: 3}}))[1]
5
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import Field

CODE = "match_points"
COLUMN = "match_points"
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: Field) -> Mapping[int, int]:
    """Return everyone's match points, by number (rules.md §4)."""
    return field.columns[COLUMN]
