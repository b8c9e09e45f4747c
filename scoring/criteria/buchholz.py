"""Opponents' wins (Buchholz): the games won by every opponent met, once a meeting (rules.md §4).

| criterion  | ranks higher   |
|------------|----------------|
| `buchholz` | more of them   |

>>> from scoring.criteria.field import GameRecord
>>> from scoring.side import SideValue
>>> won, lost = SideValue(121, 100, won=True, spread=21), SideValue(100, 121, spread=-21)
>>> field = Field([1, 2], written=[GameRecord(1, 1, 0, 1, won), GameRecord(1, 1, 1, 2, lost)], target=121)
>>> dict(values([1, 2], field))
{1: 0, 2: 1}
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import Field

CODE = "buchholz"
COLUMN = ""
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: Field) -> Mapping[int, int]:
    """Return everyone's opponents' wins, by number (rules.md §4)."""
    return {number: sum(opponents_wins(number, field)) for number in numbers}


def opponents_wins(number: int, field: Field) -> list[int]:
    """Return the wins of each opponent of `number`; unplayed games count as declared (rules.md §4)."""
    alone = [field.won.get(number, 0)] if field.byes_as == "own" else []
    found = alone * sum(field.sat_out(number))
    for met in field.games_of(number):
        if field.met(met):
            found += [field.won.get(other, 0) for other in met.opponents]
        else:
            found += alone * len(met.opponents)
    return found
