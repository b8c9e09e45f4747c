"""Swiss pairing: no rematches, and opponents are as close in points as possible.

| priority                   | rule                                                                        |
|----------------------------|-----------------------------------------------------------------------------|
| who must not meet          | never: forbidden pairs, two with different fixed tables                     |
| no rematches               | else there is no seating, and the one with the fewest rematches is reported |
| an odd field               | of those with the fewest byes, one with the lowest points sits out, unless  |
|                            | another saves a rematch                                                     |
| close points               | the least sum of the squared differences, exact (`closest_pairs.py`)        |
| score groups               | of several such sums, the one with fewest pairs of unequal points           |
| the lot                    | between equals                                                              |
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.pairing.closest_pairs import Pair, closest_pairs
from tournaments.pairing.draw import Draw
from tournaments.pairing.values import PAIR, Choice, NoSeating, PlannedTable

Couple = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entry to be paired: entry number, points so far, and how often it has sat out."""

    number: int
    points: int
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: its tables, the entry that sits out (None in an even field), and the rematches."""

    tables: tuple[PlannedTable, ...]
    bye: int | None = None
    rematches: tuple[Pair, ...] = field(default=(), kw_only=True)


class NoNewPairs(NoSeating):
    """Rematches cannot be avoided; `least_bad` has the fewest, None if no pairing is allowed at all."""

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
    """Pair all once, at tables 1, 2, 3 … from the highest points down, and at the `fixed` ones.

    `met` and `forbidden` are pairs of entry numbers, `fixed` the table that an entry never leaves; two who
    share one meet there. Raises NoNewPairs.
    """
    draw = Draw(seed)
    listed = draw.shuffled(sorted(competitors, key=lambda one: one.number))
    row = sorted(listed, key=lambda one: -one.points)
    numbers = {one.number for one in row}
    homes = {number: table for number, table in (fixed or {}).items() if number in numbers}
    field = _Field(row, forbidden, homes)
    before = field.by_place(met)
    apart = [one | other for one, other in zip(field.apart, before, strict=True)]
    for may_sit_out in _bye_candidates(row):
        found = closest_pairs(field.points, apart, draw, may_sit_out=may_sit_out)
        if found is not None:
            return _assign_tables(field.named(found), homes, draw)
    raise NoNewPairs(len(row), _fewest_rematches(row, field, before, homes, draw))


def _fewest_rematches(
    row: Sequence[Competitor],
    field: "_Field",
    before: Sequence[Collection[int]],
    homes: Mapping[int, int],
    draw: Draw,
) -> Pairing | None:
    """Return a pairing with as few rematches as any choice of who sits out allows; None without one."""
    best: tuple[list[Pair], list[Pair]] | None = None
    for may_sit_out in _bye_candidates(row):
        found = closest_pairs(field.points, field.apart, draw, dear=before, may_sit_out=may_sit_out)
        if found is None:
            continue
        again = [(row[one].number, row[other].number) for one, other in found if other in before[one]]
        if best is None or len(again) < len(best[1]):
            best = found, again
        if len(again) == 1:  # none at all is impossible
            break
    return None if best is None else _assign_tables(field.named(best[0]), homes, draw, best[1])


def _bye_candidates(row: Sequence[Competitor]) -> list[list[int]]:
    """Return the places of which one may sit out, by points, the fewest first; [[]] in an even field."""
    if len(row) % 2 == 0:
        return [[]]
    fewest = min(one.byes for one in row)
    by_points: dict[int, list[int]] = {}
    for place, one in enumerate(row):
        if one.byes == fewest:
            by_points.setdefault(one.points, []).append(place)
    return [by_points[points] for points in sorted(by_points)]


class _Field:
    """A row by points, and who of it may not meet whom, by places in the row."""

    def __init__(
        self, row: Sequence[Competitor], forbidden: Iterable[Collection[int]], homes: Mapping[int, int]
    ) -> None:
        self.numbers = [one.number for one in row]
        self.points = [one.points for one in row]
        self.place = {number: place for place, number in enumerate(self.numbers)}
        self.apart = [
            one | other
            for one, other in zip(self.by_place(forbidden), self._fixed_table_conflicts(homes), strict=True)
        ]

    def by_place(self, pairs: Iterable[Collection[int]]) -> list[set[int]]:
        """Return for each place those who are in a pair with it."""
        found: list[set[int]] = [set() for _ in self.numbers]
        for one, other in pairs:
            if one in self.place and other in self.place:
                found[self.place[one]].add(self.place[other])
                found[self.place[other]].add(self.place[one])
        return found

    def named(self, pairs: Iterable[Pair]) -> list[Couple]:
        """Return entry numbers by two, None for a bye."""
        numbers = [*self.numbers, None]
        return [(self.numbers[one], numbers[other]) for one, other in pairs]

    def _fixed_table_conflicts(self, homes: Mapping[int, int]) -> list[set[int]]:
        """Return for each place those whom fixed tables keep it from.

        Two different fixed tables do not meet, and those who share one meet no one from elsewhere.
        """
        at: dict[int, set[int]] = {}
        for number, table in homes.items():
            at.setdefault(table, set()).add(self.place[number])
        fixed = {place for those in at.values() for place in those}
        sharing = {place for those in at.values() if len(those) > 1 for place in those}
        everybody = set(range(len(self.numbers)))
        apart = []
        for number in self.numbers:
            here = at[homes[number]] if number in homes else set()
            others = everybody if len(here) > 1 else fixed if here else sharing
            apart.append(others - here)
        return apart


def _assign_tables(
    couples: Iterable[Couple], homes: Mapping[int, int], draw: Draw, again: Iterable[Pair] = ()
) -> Pairing:
    """Place the pairs at their tables, the first at the lowest free one; seats A and B are drawn."""
    meeting, bye = [], None
    for one, other in couples:
        if other is None:
            bye = one
        else:
            meeting.append((one, other))
    taken = {homes[number] for two in meeting for number in two if number in homes}
    free = (table for table in range(1, 2 * len(meeting) + 1) if table not in taken)
    tables = []
    for one, other in meeting:
        home = homes.get(one, homes.get(other))
        seats = tuple(zip(PAIR, draw.shuffled((one, other)), strict=True))
        tables.append(PlannedTable(next(free) if home is None else home, seats))
    rematches = tuple(sorted((min(two), max(two)) for two in again))
    return Pairing(tuple(sorted(tables, key=lambda table: table.table)), bye, rematches=rematches)
