"""Matches between those who are level for a medal (rules.md §4).

| criterion      | ranks higher          |
|----------------|-----------------------|
| `played_match` | the match winner      |

The criteria that follow decide other ties, and these until the matches are played.

>>> dict(values([1, 2], RankingInput([1, 2])))
{1: 0, 2: 0}
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import RankingInput

CODE = "played_match"
COLUMN = ""
LOWEST = True
AMONG_TIED = True


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return 0 for every number: the ranking itself reads the decisions of matches (rules.md §4)."""
    return dict.fromkeys(numbers, 0)
