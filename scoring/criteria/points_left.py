"""Points left: the points that a loser lacks of the target, 0 for the winner (rules.md §4).

| criterion     | ranks higher   |
|---------------|----------------|
| `points_left` | a lower sum    |

A bye or a missed game adds what its declared points lack, and the points of a penalty are added too.

>>> from scoring.criteria.field import GameRecord
>>> from scoring.side import SideValue
>>> won, lost = SideValue(121, 100, won=True, spread=21), SideValue(100, 121, spread=-21)
>>> written = [GameRecord(1, 1, 0, 1, won), GameRecord(1, 1, 1, 2, lost)]
>>> field = RankingInput([1, 2], written=written, target=121)
>>> dict(values([1, 2], field))
{1: 0, 2: 21}
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import RankingInput

CODE = "points_left"
COLUMN = ""
LOWEST = True
AMONG_TIED = False


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return everyone's points left in all games, by number (rules.md §4)."""
    off = field.off
    return {
        number: _played(number, field) + _unplayed(number, field) + off.get(number, 0) for number in numbers
    }


def _played(number: int, field: RankingInput) -> int:
    return sum(max(0, field.target - met.has.pegged) for met in field.games_of(number) if not met.has.won)


def _unplayed(number: int, field: RankingInput) -> int:
    counts = zip(field.sat_out(number), field.credits, strict=True)
    return sum(count * max(0, field.target - credit) for count, credit in counts)
