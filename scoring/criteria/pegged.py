"""Points of all games; in gin the totals (rules.md §4).

| criterion | ranks higher   |
|-----------|----------------|
| `pegged`  | more points    |

>>> values([1, 2], Field([1, 2], {"pegged": {1: 5, 2: 3}}))[1]
5
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import Field

CODE = "pegged"
COLUMN = "pegged"
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: Field) -> Mapping[int, int]:
    """Return everyone's points pegged, by number (rules.md §4)."""
    return field.columns[COLUMN]
