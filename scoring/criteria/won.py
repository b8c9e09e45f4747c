"""Games won, by forfeit too (rules.md §4).

| criterion | ranks higher   |
|-----------|----------------|
| `won`     | more games won |

>>> values([1, 2], Field([1, 2], {"won": {1: 5, 2: 3}}))[1]
5
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import Field

CODE = "won"
COLUMN = "won"
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: Field) -> Mapping[int, int]:
    """Return everyone's games won, by number (rules.md §4)."""
    return field.columns[COLUMN]
