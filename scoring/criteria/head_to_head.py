"""Head-to-head: the games that those who are level have played against each other (rules.md §4).

| criterion      | ranks higher              |
|----------------|---------------------------|
| `head_to_head` | a better place among them |

If all of them have met, the wins among them decide; those who are still level are compared again by
themselves. If some have not met, an entry is placed only if it could not have been caught up with: it has
more wins among them than any other would have by winning all the games that are missing.

>>> from scoring.criteria.field import GameRecord
>>> from scoring.side import SideValue
>>> won, lost = SideValue(121, 100, won=True, spread=21), SideValue(100, 121, spread=-21)
>>> written = [GameRecord(1, 1, 0, 1, won), GameRecord(1, 1, 1, 2, lost)]
>>> field = RankingInput([1, 2], written=written, target=121)
>>> dict(values([1, 2], field))
{1: 1, 2: 2}
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from scoring.criteria.field import RankingInput

CODE = "head_to_head"
COLUMN = ""
LOWEST = True
AMONG_TIED = True


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return the place of each of `numbers`, who are level, among them: 1 is the best (rules.md §4)."""
    places: dict[int, int] = {}
    _place(sorted(numbers), field, 1, places)
    return places


def _place(tied: Sequence[int], field: RankingInput, first: int, places: dict[int, int]) -> None:
    groups = _groups(tied, field) if len(tied) > 1 else [list(tied)]
    for group in groups:
        if len(groups) > 1:
            _place(group, field, first, places)
        else:
            places |= dict.fromkeys(group, first)
        first += len(group)


def _groups(tied: Sequence[int], field: RankingInput) -> list[list[int]]:
    """Return those who are level in groups, as their games against each other part them, best first."""
    has = {number: _win_shares(number, tied, field) for number in tied}
    won = {number: sum(each.values(), Fraction()) for number, each in has.items()}
    if all(len(each) == len(tied) - 1 for each in has.values()):
        ordered = sorted(tied, key=lambda number: (-won[number], number))
        return [list(group) for _wins, group in groupby(ordered, key=won.__getitem__)]
    most = {number: won[number] + len(tied) - 1 - len(has[number]) for number in tied}
    left = sorted(tied, key=lambda number: (-won[number], -most[number], number))
    parted: list[list[int]] = []
    while len(left) > 1 and won[left[0]] > max(most[number] for number in left[1:]):
        parted.append([left.pop(0)])
    return [*parted, left]


def _win_shares(number: int, tied: Sequence[int], field: RankingInput) -> dict[int, Fraction]:
    """Return the share of games that `number` has won against each of `tied` whom it met."""
    games: dict[int, list[bool]] = {}
    for met in field.games_of(number):
        if field.met(met):
            for other in met.opponents:
                if other in tied:
                    games.setdefault(other, []).append(met.has.won)
    return {other: Fraction(sum(won), len(won)) for other, won in games.items()}
