"""Net spread: points for less points against (rules.md §4).

| criterion | ranks higher   |
|-----------|----------------|
| `spread`  | more spread    |

>>> values([1, 2], Field([1, 2], {"spread": {1: 5, 2: 3}}))[1]
5
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import Field

CODE = "spread"
COLUMN = "spread"
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: Field) -> Mapping[int, int]:
    """Return everyone's spread, by number (rules.md §4)."""
    return field.columns[COLUMN]
