"""Opponents' wins (Buchholz): the games won by every opponent met, once a meeting (rules.md §4).

| criterion  | ranks higher   |
|------------|----------------|
| `buchholz` | more of them   |

>>> from scoring.criteria.field import GameRecord
>>> from scoring.side import SideValue
>>> won, lost = SideValue(121, 100, won=True, spread=21), SideValue(100, 121, spread=-21)
>>> written = [GameRecord(1, 1, 0, 1, won), GameRecord(1, 1, 1, 2, lost)]
>>> field = RankingInput([1, 2], written=written, target=121)
>>> dict(values([1, 2], field))
{1: 0, 2: 1}
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from scoring.criteria.field import Opposition, RankingInput

CODE = "buchholz"
COLUMN = ""
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return everyone's opponents' wins, by number (rules.md §4)."""
    return {number: sum(opponents_wins(number, field)) for number in numbers}


def opponents_wins(number: int, field: RankingInput) -> list[int]:
    """Return the wins of each opponent of `number`; unplayed games count as declared (rules.md §4).

    The opponents of a meeting of several games count once; they are met if one of these games counts as met.
    """
    alone = [field.won.get(number, 0)] if field.byes_as == "own" else []
    found = alone * sum(field.sat_out(number))
    meetings: dict[int, list[Opposition]] = defaultdict(list)
    for game in field.games_of(number):
        meetings[game.meeting].append(game)
    for games in meetings.values():
        opponents = games[0].opponents
        if any(field.met(game) for game in games):
            found += [field.won.get(other, 0) for other in opponents]
        else:
            found += alone * len(opponents)
    return found
