"""Standings: criteria in order; equal results share a rank (1, 2, 2, 4) (rules.md §4).

| those who are level | are parted                                                |
|---------------------|-----------------------------------------------------------|
| by a criterion      | those of `scoring.criteria`, in the order of the rules    |
| by a match          | as the order names it, else after all criteria            |
| by nothing          | they share the rank, listed by number                     |

>>> rows = rank({1: {"pegged": 30}, 2: {"pegged": 31}, 3: {"pegged": 30}}, ["pegged"])
>>> [(row.rank, row.number) for row in rows]
[(1, 2), (2, 1), (2, 3)]
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.criteria import CRITERIA, RankingInput

PLAYED_MATCH = "played_match"
Decided = Sequence[Mapping[int, "Decision"]]


@dataclass(frozen=True)
class Decision:
    """The decision of an order that the criteria left open: a code with its numbers.

    `place` is the place within those tied (0 first); entries with the same `place` share a rank.
    """

    place: int
    code: str
    args: tuple[int, ...] = ()


class Row(NamedTuple):
    """A rank. `behind` is the number of the entry next above in the first criterion, `gap` by how much.

    `tied` are all entries with this rank, or empty if there is one.
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

    `totals` maps an entry's number to its totals. Entries equal in everything share a rank and are listed by
    number.
    """
    keys = {number: tuple([total[name] for name in criteria]) for number, total in totals.items()}
    return rank_keys(keys, decisions)


def rank_keys(
    keys: Mapping[int, tuple[int, ...]], decisions: Mapping[int, Decision] | None = None
) -> list[Row]:
    """Rank entries by their keys (rules.md §4).

    `keys` maps numbers to totals in the order in which they rank.
    """
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


class Ranking(NamedTuple):
    """A ranked field.

    `values` are the values of each number by criterion, in their order (None: it was never level there);
    `to_play` are the groups that are level until they play their matches, best first.
    """

    rows: list[Row]
    values: Mapping[int, tuple[int | None, ...]]
    to_play: tuple[tuple[int, ...], ...]


def rank_field(order: Sequence[str], of: RankingInput, decided: Decided = ()) -> Ranking:
    """Rank `of` by the criteria `order`; some of them may depend on who is level so far (rules.md §4).

    `decided` are the decisions of matches, tie by tie. If the order does not name matches they come last.
    """
    parting = _TieBreaker(of, decided)
    whole = [*order, *([] if PLAYED_MATCH in order else [PLAYED_MATCH])]
    parting.part(sorted(of.numbers), whole)
    for code in order:
        if not CRITERIA[code].AMONG_TIED:
            parting.values_of_all(code)
    values = {number: tuple([parting.values[code].get(number) for code in order]) for number in of.numbers}
    rows = rank_keys({number: tuple(key) for number, key in parting.keys.items()}, parting.decisions)
    return Ranking(
        rows,
        values,
        tuple(sorted(parting.to_play, key=lambda tied: min(row.rank for row in rows if row.number in tied))),
    )


@dataclass
class _TieBreaker:
    """Those who are level, parted by one criterion after another."""

    of: RankingInput
    decided: Decided
    keys: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    values: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    decisions: dict[int, Decision] = field(default_factory=dict)
    to_play: list[tuple[int, ...]] = field(default_factory=list)

    def part(self, level: Sequence[int], order: Sequence[str]) -> None:
        """Separate `level` by `order`: append the value of each number to its key, the higher the better."""
        if not order:
            return
        code, *later = order
        has = self._values_for(level, code)
        groups: dict[int, list[int]] = defaultdict(list)
        for number in level:
            value = -has[number] if CRITERIA[code].LOWEST else has[number]
            self.keys[number].append(value)
            groups[value].append(number)
        for group in groups.values():
            if len(group) > 1:
                self.part(group, later)

    def _values_for(self, level: Sequence[int], code: str) -> Mapping[int, int]:
        if code == PLAYED_MATCH:
            return self._decided(level)
        criterion = CRITERIA[code]
        if criterion.AMONG_TIED:
            has = criterion.values(level, self.of)
            self.values[code] |= has
            return has
        return self.values_of_all(code)

    def values_of_all(self, code: str) -> Mapping[int, int]:
        """Return the value of every number, by a criterion that does not depend on who is level."""
        if code not in self.values:
            self.values[code] = dict(CRITERIA[code].values(self.of.numbers, self.of))
        return self.values[code]

    def _decided(self, level: Sequence[int]) -> Mapping[int, int]:
        found = of_those_tied(dict.fromkeys(level, ()), self.decided)
        if not found:
            self.to_play.append(tuple(level))
        self.decisions |= found
        return {number: found[number].place if found else 0 for number in level}


def of_those_tied(keys: Mapping[int, tuple[int, ...]], decided: Decided) -> dict[int, Decision]:
    """Return the decisions that place those who are tied now (rules.md §4).

    A correction may have changed who is tied. `keys` maps an entry's number to what ranks it. An entry that
    is level with no other needs no decision, and matches that one of those tied did not play decide nothing
    between them.
    """
    if not any(decided):
        return {}
    level: dict[tuple[int, ...], set[int]] = defaultdict(set)
    for number, key in keys.items():
        level[key].add(number)
    found: dict[int, Decision] = {}
    for tied in level.values():
        for places in reversed(decided):  # the matches made last are those of the newest tie
            if len(tied) > 1 and _places_all(places, tied):
                found |= {number: places[number] for number in tied}
                break
    return found


def _places_all(places: Mapping[int, Decision], tied: set[int]) -> bool:
    if not tied <= places.keys():
        return False
    return tied == places.keys() or len({places[number].place for number in tied}) == len(tied)
