"""Swiss pairing: nobody meets twice, and those who meet are as close in points as can be.

| what gives way to what     | how                                                                        |
|----------------------------|----------------------------------------------------------------------------|
| who must not meet          | never: forbidden pairs, two with fixed tables that differ                    |
| nobody meets twice         | else there is no seating, and the one with the fewest rematches is told      |
| an odd field               | who has the fewest byes sits out, and of those who has the lowest points     |
| close points               | the least sum of the squared differences, exact (`matching.py`)              |
| score groups               | of several such sums, the one with fewest pairs of unequal points            |
| the lot                    | between equals                                                               |

Large fields are paired with those near in points first; `bound.py` says whether anybody further away could
do better, and only then are they asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.seating.bound import Bound
from tournaments.seating.draw import Draw
from tournaments.seating.matching import Edge, cheapest_pairs
from tournaments.seating.values import PAIR, Choice, NoSeating, PlannedTable

NEIGHBOURS = (6, 25)
"""With how many of those below them people are paired before everybody is asked."""

NOISE = 1 << 20

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Competitor:
    """Who is to be paired: entry number, points so far, and how often they have sat out."""

    number: int
    points: int
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: its tables, whoever sits out (None in an even field), and who meets again."""

    tables: tuple[PlannedTable, ...]
    bye: int | None = None
    rematches: tuple[Pair, ...] = field(default=(), kw_only=True)


class NoNewPairs(NoSeating):
    """Some would have to meet again; `least_bad` has the fewest, None where no pairing is allowed at all."""

    def __init__(self, people: int, least_bad: Pairing | None) -> None:
        again = len(least_bad.rematches) if least_bad else 0
        ways: list[Choice] = [("meet_again", {"pairs": again})] if least_bad else [("allow_to_meet", {})]
        code = "no_new_pairs" if least_bad else "nobody_may_meet"
        super().__init__(code, {"people": people, "rematches": again}, [*ways, ("fewer_rounds", {})])
        self.least_bad = least_bad


def pair(
    competitors: Sequence[Competitor],
    met: Iterable[Collection[int]],
    *,
    forbidden: Iterable[Collection[int]] = (),
    fixed: Mapping[int, int] | None = None,
    seed: int,
) -> Pairing:
    """Pair everybody once, at tables 1, 2, 3 … from the highest points down, and at the `fixed` ones.

    `met` and `forbidden` are pairs of entry numbers, `fixed` the table that somebody never leaves; two who
    share one meet there. Raises NoNewPairs.
    """
    draw = Draw(seed)
    listed = draw.shuffled(sorted(competitors, key=lambda one: one.number))
    row = sorted(listed, key=lambda one: -one.points)
    apart = {frozenset(two) for two in forbidden}
    before = {frozenset(two) for two in met}
    here = {one.number for one in row}
    homes = {number: table for number, table in (fixed or {}).items() if number in here}
    fields = list(_without_who_sits_out(row))
    for playing, may_sit_out in fields:
        round_ = _Round(playing, may_sit_out, before | apart, homes, draw)
        found = round_.pairs()
        if found is not None:
            return _at_tables(found, row, homes, draw, before)
    for playing, may_sit_out in fields:
        round_ = _Round(playing, may_sit_out, apart, homes, draw, dear=before)
        found = round_.pairs()
        if found is not None:
            raise NoNewPairs(len(row), _at_tables(found, row, homes, draw, before))
    raise NoNewPairs(len(row), None)


def _without_who_sits_out(row: Sequence[Competitor]) -> Iterator[tuple[Sequence[Competitor], set[int]]]:
    """The field with those of whom one may sit out, the fewest points first; nobody in an even field."""
    if len(row) % 2 == 0:
        yield row, set()
        return
    fewest = min(one.byes for one in row)
    for points in sorted({one.points for one in row if one.byes == fewest}):
        yield row, {one.number for one in row if (one.byes, one.points) == (fewest, points)}


class _Round:
    """One field, its edges and their costs; nodes are places in the row, one beyond the last is nobody."""

    def __init__(
        self,
        row: Sequence[Competitor],
        may_sit_out: set[int],
        apart: set[frozenset[int]],
        homes: Mapping[int, int],
        draw: Draw,
        dear: Collection[frozenset[int]] = (),
    ) -> None:
        self.row, self.may_sit_out, self.apart, self.homes, self.draw = row, may_sit_out, apart, homes, draw
        self.dear = dear
        self.shared = {table for table, count in Counter(homes.values()).items() if count > 1}
        spread = row[0].points - row[-1].points
        self.unequal = NOISE * (len(row) + 1)
        self.square = self.unequal * (len(row) + 1)
        self.again = self.square * (spread**2 + 1) * (len(row) + 1)

    def pairs(self) -> list[tuple[int, int | None]] | None:
        """Entry numbers by two, None for nobody; None where not everybody can be paired."""
        found = self._closest()
        if found is None:
            return None
        numbers = [*(one.number for one in self.row), None]
        return [(self.row[one].number, numbers[other]) for one, other in found]

    def _closest(self) -> list[Pair] | None:
        if self.dear:
            return self._paired(self._everybody())
        bound = Bound([one.points for one in self.row], self._place_of_who_sits_out())
        spent = None
        for neighbours in NEIGHBOURS:
            found = self._paired(self._near(neighbours))
            if found is not None:
                spent = self._spent(found)
                if spent == bound.least:
                    return found
        if spent is None:
            return self._paired(self._everybody())
        return self._paired(two for two in self._everybody() if bound.of(*two) <= spent)

    def _spent(self, found: Sequence[Pair]) -> int:
        meeting = [two for two in found if two[1] < len(self.row)]
        return sum((self.row[one].points - self.row[other].points) ** 2 for one, other in meeting)

    def _place_of_who_sits_out(self) -> int | None:
        numbers = (place for place, one in enumerate(self.row) if one.number in self.may_sit_out)
        return next(numbers, None)

    def _near(self, neighbours: int) -> Iterator[Pair]:
        for one in range(len(self.row)):
            left = neighbours
            for other in range(one + 1, len(self.row)):
                if left and self._may_meet(one, other):
                    left -= 1
                    yield one, other
                elif not left:
                    break

    def _everybody(self) -> Iterator[Pair]:
        for one in range(len(self.row)):
            for other in range(one + 1, len(self.row)):
                if self._may_meet(one, other):
                    yield one, other

    def _may_meet(self, one: int, other: int) -> bool:
        first, second = self.row[one].number, self.row[other].number
        if frozenset((first, second)) in self.apart:
            return False
        here, there = self.homes.get(first), self.homes.get(second)
        if here is None or there is None:
            return not {here, there} & self.shared
        return here == there

    def _paired(self, couples: Iterable[Pair]) -> list[Pair] | None:
        edges: list[Edge] = [(one, other, self._cost(one, other)) for one, other in couples]
        nodes = len(self.row)
        for place, one in enumerate(self.row):
            if one.number in self.may_sit_out:
                edges.append((place, nodes, self.draw.below(NOISE)))
        return cheapest_pairs(nodes + bool(self.may_sit_out), edges)

    def _cost(self, one: int, other: int) -> int:
        first, second = self.row[one], self.row[other]
        apart = first.points - second.points
        cost = self.square * apart**2 + self.unequal * (apart != 0) + self.draw.below(NOISE)
        return cost + self.again * (bool(self.dear) and frozenset((first.number, second.number)) in self.dear)


def _at_tables(
    found: Iterable[tuple[int, int | None]],
    row: Sequence[Competitor],
    homes: Mapping[int, int],
    draw: Draw,
    before: Collection[frozenset[int]],
) -> Pairing:
    """The pairs at their tables, the highest points at the lowest free one; seats A and B are drawn."""
    place = {one.number: at for at, one in enumerate(row)}
    meeting = [(one, other) for one, other in found if other is not None]
    bye = next((one for one, other in found if other is None), None)
    taken = {homes[number] for two in meeting for number in two if number in homes}
    free = (table for table in range(1, len(row) + 1) if table not in taken)
    tables = []
    for one, other in sorted(meeting, key=lambda two: sorted(place[number] for number in two)):
        home = homes.get(one, homes.get(other))
        seats = tuple(zip(PAIR, draw.shuffled((one, other)), strict=True))
        tables.append(PlannedTable(next(free) if home is None else home, seats))
    again = tuple(sorted((min(two), max(two)) for two in meeting if frozenset(two) in before))
    return Pairing(tuple(sorted(tables, key=lambda table: table.table)), bye, rematches=again)
