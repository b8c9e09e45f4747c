"""The value of the games of gin, + for a win, - for a loss (rules.md §4).

| criterion | ranks higher   |
|-----------|----------------|
| `value`   | more value     |

>>> values([1, 2], Field([1, 2], {"value": {1: 5, 2: 3}}))[1]
5
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import Field

CODE = "value"
COLUMN = "value"
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: Field) -> Mapping[int, int]:
    """Return the value of everyone's games, by number (rules.md §4)."""
    return field.columns[COLUMN]
