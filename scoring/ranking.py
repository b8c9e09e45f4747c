"""Standings: criteria in order, equal results share a rank (1, 2, 2, 4), and why (rules.md §4).

| criterion      | more of it ranks higher                                       |
|----------------|---------------------------------------------------------------|
| `pegged`       | points of all games; in gin the totals                        |
| `match_points` | by the table of the day                                       |
| `won`          | games won                                                     |
| `spread`       | points for less points against                                |
| `skunks`       | skunks given                                                  |
| `value`        | in gin the value of the games, + for a win, - for a loss      |

>>> rows = rank({1: {"pegged": 30}, 2: {"pegged": 31}, 3: {"pegged": 30}}, ["pegged"])
>>> [(row.rank, row.number) for row in rows]
[(1, 2), (2, 1), (2, 3)]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Decision:
    """How an order that the criteria left open was decided: a code with its numbers.

    `place` is the place within those tied (0 first); entries with the same `place` share a rank.
    """

    place: int
    code: str
    args: tuple[int, ...] = ()


class Row(NamedTuple):
    """A rank. `behind` is the number of the entry next above in the first criterion, `gap` by how much.

    `tied` are all who stand at this rank, where they are several.
    """

    rank: int
    number: int
    tied: tuple[int, ...]
    behind: int | None
    gap: int
    decision: Decision | None = None

    @property
    def shared_with(self) -> tuple[int, ...]:
        """The others at this rank (rules.md §4)."""
        return tuple(number for number in self.tied if number != self.number)


def rank(
    totals: Mapping[int, Mapping[str, int]],
    criteria: Sequence[str],
    decisions: Mapping[int, Decision] | None = None,
) -> list[Row]:
    """Rank entries by `criteria` in order, then by `decisions` (from medal matches or a lot) (rules.md §4).

    `totals` maps an entry's number to its totals. Entries equal in everything share a rank and are
    listed by number.
    """
    keys = {number: tuple([total[name] for name in criteria]) for number, total in totals.items()}
    return rank_keys(keys, decisions)


def rank_keys(
    keys: Mapping[int, tuple[int, ...]], decisions: Mapping[int, Decision] | None = None
) -> list[Row]:
    """The same from what counts alone (rules.md §4): `keys` maps numbers to totals in the order they rank."""
    decisions = decisions or {}
    groups: dict[tuple[int, ...], list[int]] = {}
    for number, key in keys.items():
        if number in decisions:
            key = (*key, -decisions[number].place)
        elif decisions:
            key = (*key, 0)
        groups.setdefault(key, []).append(number)
    rows: list[Row] = []
    above, best = None, 0
    for key in sorted(groups, reverse=True):
        group = sorted(groups[key])
        tied = tuple(group) if len(group) > 1 else ()
        place, gap = len(rows) + 1, best - key[0] if rows else 0
        for number in group:
            rows.append(Row(place, number, tied, above, gap, decisions.get(number)))
        above, best = group[-1], key[0]
    return rows
