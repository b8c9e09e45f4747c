"""The lot, for those who are level (rules.md §4).

| criterion | ranks higher           |
|-----------|------------------------|
| `lot`     | the entry drawn first  |

It follows from the seed of the tournament, which is shown, and from the numbers.

>>> dict(values([1, 2, 3], RankingInput([1, 2, 3], seed=7)))
{3: 1, 1: 2, 2: 3}
"""

import hashlib
from collections.abc import Mapping, Sequence

from scoring.criteria.field import RankingInput

CODE = "lot"
COLUMN = ""
LOWEST = True
AMONG_TIED = True


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return the place of each of `numbers` by lot, 1 the first (rules.md §4).

    The order of two entries does not depend on who else is level: a correction elsewhere draws no new lot.
    """
    tickets = {number: hashlib.sha256(f"{field.seed} {number}".encode()).digest() for number in numbers}
    drawn = sorted(numbers, key=lambda number: (tickets[number], number))
    return {number: place for place, number in enumerate(drawn, start=1)}
