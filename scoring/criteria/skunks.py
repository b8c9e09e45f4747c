"""Games in which a skunk was given (rules.md §4).

| criterion | ranks higher      |
|-----------|-------------------|
| `skunks`  | more skunks given |

>>> values([1, 2], Field([1, 2], {"skunks": {1: 5, 2: 3}}))[1]
5
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import Field

CODE = "skunks"
COLUMN = "skunks"
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: Field) -> Mapping[int, int]:
    """Return everyone's skunks given, by number (rules.md §4)."""
    return field.columns[COLUMN]
