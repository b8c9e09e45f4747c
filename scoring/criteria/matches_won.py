"""Matches won, in halves, where a round is a match of several games (rules.md §3.3, §4).

| criterion     | ranks higher                                            |
|---------------|---------------------------------------------------------|
| `matches_won` | more matches won; one that ended level is half a match  |

A match that is not over does not count yet. A bye counts as the rules of the match declare.

>>> from scoring.criteria.field import GameRecord
>>> from scoring.match import Match
>>> from scoring.side import SideValue
>>> won, lost = SideValue(won=True), SideValue()
>>> games = [(1, won, lost), (2, won, lost)]
>>> written = [GameRecord(1, game, side, side + 1, has[side]) for game, *has in games for side in (0, 1)]
>>> dict(values([1, 2], RankingInput([1, 2], written=written, match=Match("best_of", 3))))
{1: 2, 2: 0}
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import RankingInput
from scoring.match import BYES

CODE = "matches_won"
COLUMN = ""
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return how many half matches everyone has won, byes included, by number (rules.md §3.3, §4)."""
    of_a_bye = BYES[field.match.bye]
    return {
        number: field.halves_won.get(number, 0) + of_a_bye * field.sat_out(number).byes for number in numbers
    }
