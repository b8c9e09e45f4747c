"""A season: one table from many evenings (rules.md §10).

| what                       | how                                                                         |
|----------------------------|-----------------------------------------------------------------------------|
| points of an evening       | what its ranking counts, or points for the rank, the same for a shared one  |
| an evening below `least`   | gives no points, but counts as attended                                     |
| one without a rank         | the same: the person left and was taken out of its standings                |
| evenings that count        | the best `best` of them, or all                                             |
| those who came too seldom  | are listed below the others, without a rank                                 |
| those who are level        | are parted by their best evening, then the next; else they share a rank     |

>>> evenings = {7: {1: EveningResult(1, 17), 2: EveningResult(3, 11)}, 9: {2: EveningResult(1, 15)}}
>>> table(evenings, Rules(least=12))[0]
Row(rank=1, who=7, total=17, attended=2, brought={1: 17, 2: 0}, counted=(1,))
>>> [(row.rank, row.who) for row in table(evenings, Rules(attendance=2))]
[(1, 7), (None, 9)]
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

RESULTS, RANKS = "results", "ranks"
Points = int | Fraction
"""Points of an evening, or of several; matches won can have halves."""


@dataclass(frozen=True)
class Rules:
    """The rules of a season.

    `counts`: `results`, the first criterion of the evening's own ranking, or `ranks`, the points of `by_rank`
    (those of rank 1 first; 0 beyond them). `best`: how many evenings count, None for all. `least`: the result
    that an evening needs to count, 0 for none. `attendance`: how many evenings a person must attend to be
    ranked.
    """

    counts: str = RESULTS
    best: int | None = None
    least: int = 0
    attendance: int = 0
    by_rank: tuple[int, ...] = ()


class EveningResult(NamedTuple):
    """A person's evening: the rank (None: taken out of it), and the value of the first criterion.

    `lowest`: the lowest value ranks first.
    """

    rank: int | None
    result: Points
    lowest: bool = False


class Row(NamedTuple):
    """A line of the table. `rank` is None for a person who came too seldom.

    `brought` are the points of each evening attended, `counted` the evenings that the total consists of, the
    best first.
    """

    rank: int | None
    who: int
    total: Points
    attended: int
    brought: dict[int, Points]
    counted: tuple[int, ...]


def evening_points(evening: EveningResult, rules: Rules) -> Points:
    """Return the points of an evening, before only the best ones are counted (rules.md §10).

    >>> evening_points(EveningResult(2, 640), Rules(counts="ranks", by_rank=(10, 7, 5)))
    7
    """
    if not _is_counted(evening, rules):
        return 0
    if rules.counts == RANKS:
        rank = evening.rank or 0
        return rules.by_rank[rank - 1] if rank <= len(rules.by_rank) else 0
    return evening.result


def _is_counted(evening: EveningResult, rules: Rules) -> bool:
    if evening.rank is None:
        return False
    return not rules.least or evening.lowest or evening.result >= rules.least


def table(evenings: Mapping[int, Mapping[int, EveningResult]], rules: Rules) -> list[Row]:
    """Return the table of the season; people who share a rank are in the order given (rules.md §10).

    `evenings`: by person or team, their results of the evenings that they attended, by the number of the
    evening.
    """
    rows = [_row(who, attended, rules) for who, attended in evenings.items()]
    in_order = sorted(((_order(row), row) for row in rows), key=itemgetter(0))
    ranked = [one for one in in_order if one[1].attended >= rules.attendance]
    placed: list[Row] = []
    for _key, level in groupby(ranked, key=itemgetter(0)):
        rank = len(placed) + 1
        placed += [row._replace(rank=rank) for _order, row in level]
    return placed + [row for _order, row in in_order if row.attended < rules.attendance]


def _row(who: int, attended: Mapping[int, EveningResult], rules: Rules) -> Row:
    brought = {number: evening_points(evening, rules) for number, evening in sorted(attended.items())}
    some = [number for number, evening in attended.items() if _is_counted(evening, rules)]
    best_first = sorted(sorted(some), key=brought.__getitem__, reverse=True)  # earliest first if equal
    counted = tuple(best_first[: rules.best])
    total = sum(brought[number] for number in counted)
    return Row(None, who, total, len(brought), brought, counted)


def _order(row: Row) -> tuple[Points, list[tuple[int, Points]]]:
    """Return the key for sorting: of two with the same total, more evenings come before none."""
    return -row.total, [*((0, -row.brought[number]) for number in row.counted), (1, 0)]
