"""Games behind the leader, in halves: the difference in wins less losses, halved (rules.md §4).

| criterion      | ranks higher   |
|----------------|----------------|
| `games_behind` | fewer of them  |

A game without a winner, a bye and a missed game are neither win nor loss.

>>> from scoring.criteria.field import GameRecord
>>> from scoring.side import SideValue
>>> won, lost = SideValue(121, 100, won=True, spread=21), SideValue(100, 121, spread=-21)
>>> written = [GameRecord(1, 1, 0, 1, won), GameRecord(1, 1, 1, 2, lost)]
>>> field = RankingInput([1, 2], written=written, target=121)
>>> dict(values([1, 2], field))
{1: 0, 2: 2}
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import RankingInput

CODE = "games_behind"
COLUMN = ""
LOWEST = True
AMONG_TIED = False


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return by how many half games everyone is behind the best of the field, by number (rules.md §4).

    An entry with 7 wins of 9 is one game behind an entry with 8 of 9: the value is 2.
    """
    ahead = {  # wins less losses
        number: sum(met.has.won - met.lost for met in field.games_of(number))
        for number in {*numbers, *field.numbers}
    }
    best = max(ahead.values(), default=0)
    return {number: best - ahead[number] for number in numbers}
