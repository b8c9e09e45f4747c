"""Find the closest pairs of people in a row by points: the least sum of squared differences, exact.

Only short stretches of the row are solved, and each of them proves itself.

| case                    | proof that nothing else is closer                                              |
|-------------------------|--------------------------------------------------------------------------------|
| neighbours, two by two  | If the number of people above a gap is odd, a pair spans it; and a pair costs  |
|                         | no less than what it would cost across each of its gaps, summed up.            |
| a stretch around two    | Its people meet one another or leave it, which costs the way to the first      |
| who may not meet        | person outside. In every pairing, the part within the stretch costs no less    |
|                         | than the cheapest of these ways. If no one leaves, that way is a pairing;      |
|                         | otherwise a longer stretch is solved.                                          |
| leaving over an end     | An even number leaves, as an even number is above; else a pair spans it all.   |
| candidate partners      | Two pairs that overlap, or are nested, come closer by a swap, unless two of    |
|                         | them may not meet. So between two who meet sit at most the people whom one     |
|                         | or the other may not meet, and the one who sits out.                           |
| sitting out             | All who may have equal points: one within the stretch and one outside it can   |
|                         | take each other's place, and the sum stays the same.                           |
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, pairwise, permutations

from tournaments.pairing.draw import Draw
from tournaments.pairing.matching import cheapest_pairs

NOISE = 1 << 20
FIRST_MARGIN = 2
"""The number of couples on either side with which two who may not meet are solved at first."""
MAX_STRETCH = 16
"""A stretch of more couples than this is replaced by the whole row if a person would leave it."""
MANY_PEOPLE, NEIGHBOURS = 2 * MAX_STRETCH, 6
"""More people than the first are tried with only so many below each: often that is already the cheapest."""

Pair = tuple[int, int]
Stretch = tuple[int, int]
"""Its first couple, and the one after its last."""


def closest_pairs(
    points: Sequence[int],
    apart: Sequence[Collection[int]],
    draw: Draw,
    *,
    dear: Sequence[Collection[int]] = (),
    may_sit_out: Collection[int] = (),
) -> list[Pair] | None:
    """Pair the places of a row by `points`, highest first; return None if that is impossible.

    The least sum of squared differences; of several such, the one with fewest pairs of unequal points, then
    the lot. `apart` gives for each place the others that it may not meet. `dear` gives the others that it
    meets only if there is no other way; pairs of these are as few as possible, whatever the sum. In an odd
    row one of the places `may_sit_out`, which have equal points, is paired with no one, which is place
    len(points).
    """
    return _Row(points, apart, dear or [()] * len(points), sorted(may_sit_out), draw).pairs()


class _Row:
    """A row, the costs of its pairs, and the couples of neighbours into which it is cut."""

    def __init__(
        self,
        points: Sequence[int],
        apart: Sequence[Collection[int]],
        dear: Sequence[Collection[int]],
        may_sit_out: Sequence[int],
        draw: Draw,
    ) -> None:
        self.points, self.apart, self.dear = points, apart, dear
        self.may_sit_out, self.draw = may_sit_out, draw
        self.nobody = len(points)
        self.odd = len(points) % 2
        self.unwanted = [sorted({*one, *other}) for one, other in zip(apart, dear, strict=True)]
        self.most = max(map(len, self.unwanted))
        self.leaves = NOISE * (self.nobody + 1)
        self.unequal = self.leaves * (self.nobody + 1)
        self.square = self.unequal * (self.nobody + 1)
        self.again = self.square * ((points[0] - points[-1]) ** 2 + 1) * (self.nobody + 1)
        self.cuts = self._cuts()
        self.whole = (0, len(self.cuts) - 1)

    def _cuts(self) -> list[int]:
        """Return the start of each couple, and the end of the row.

        The one who sits out is alone, or with two others.
        """
        if not self.may_sit_out:
            return list(range(0, self.nobody + 1, 2))
        out = self.may_sit_out[self.draw.below(len(self.may_sit_out))]
        return [*range(0, out + 1, 2), *range(out + 1 + out % 2, self.nobody + 1, 2)]

    def pairs(self) -> list[Pair] | None:
        settled: dict[Stretch, list[Pair]] = {}
        asked = [self._lengthen((at, at + 1)) for at in range(self.whole[1]) if not self._may_meet(at)]
        while asked:
            stretches = _merge_stretches([*asked, *settled])
            asked, before, settled = [], settled, {}
            for stretch in stretches:
                found = before.get(stretch) or self._pairs_in_stretch(*self._places(stretch))
                if found:
                    settled[stretch] = found
                elif stretch == self.whole:
                    return None
                else:
                    asked.append(self._lengthen(stretch))
        inside = {at for first, after in settled for at in range(first, after)}
        beside = [(one, end - 1) for at, (one, end) in enumerate(pairwise(self.cuts)) if at not in inside]
        return sorted([*beside, *(two for found in settled.values() for two in found)])

    def _places(self, stretch: Stretch) -> tuple[int, int]:
        return self.cuts[stretch[0]], self.cuts[stretch[1]]

    def _may_meet(self, at: int) -> bool:
        """Return whether a couple are two who may meet."""
        first, end = self._places((at, at + 1))
        return end - first == 2 and first + 1 not in self.apart[first] and first + 1 not in self.dear[first]

    def _lengthen(self, stretch: Stretch) -> Stretch:
        first, after = stretch
        if after - first > MAX_STRETCH:
            return self.whole
        beside = max(FIRST_MARGIN, (after - first) // 2)
        return max(0, first - beside), min(self.whole[1], after + beside)

    def _pairs_in_stretch(self, first: int, end: int) -> list[Pair] | None:
        """Return the pairs from `first` to before `end`; None if a longer stretch has to be solved."""
        if end - first > MANY_PEOPLE:
            pairs = self._cheapest(first, end, dict(self._pairs_within(first, end, NEIGHBOURS)))
            if pairs and self._is_cheapest(pairs):
                return pairs
        meeting = dict(self._pairs_within(first, end))
        leaving = {
            two: cost for two, cost in self._leaving_pairs(first, end) if cost < meeting.get(two, cost + 1)
        }
        pairs = self._cheapest(first, end, meeting | leaving)
        return pairs if pairs and leaving.keys().isdisjoint(pairs) else None

    def _cheapest(self, first: int, end: int, costs: Mapping[Pair, int]) -> list[Pair] | None:
        edges = [(one - first, other - first, cost) for (one, other), cost in costs.items()]
        one_out = (end - first) % 2
        if one_out:
            out = [place - first for place in self.may_sit_out if first <= place < end]
            edges += [(place, end - first, self.draw.below(NOISE)) for place in out]
        found = cheapest_pairs(end - first + one_out, edges)
        if found is None:
            return None
        return [(one + first, other + first if other < end - first else self.nobody) for one, other in found]

    def _is_cheapest(self, pairs: Iterable[Pair]) -> bool:
        """Return whether pairs cost no more than neighbours two by two."""
        meeting = [two for two in pairs if two[1] != self.nobody]
        here = sorted(place for two in meeting for place in two)
        neighbours = zip(here[::2], here[1::2], strict=True)
        spent = sum(self._cost(*two) + self._dear_cost(*two) for two in meeting)
        return spent == sum(self._cost(*two) for two in neighbours)

    def _pairs_within(self, first: int, end: int, nearest: int | None = None) -> Iterator[tuple[Pair, int]]:
        """Yield the pairs within the stretch that may meet and can be of use, with their costs."""
        for one in range(first, end):
            for other in islice(self._possible_opponents(one, end), nearest):
                cost = self._cost(one, other) + self._dear_cost(one, other)
                yield (one, other), cost + self.draw.below(NOISE)

    def _possible_opponents(self, one: int, end: int) -> Iterator[int]:
        apart = self.apart[one]
        far = len(self.unwanted[one]) + self.most + self.odd + 1
        for other in range(one + 1, min(end, one + far + 1)):
            if other not in apart and other - one - 1 - self.odd <= self._max_between(one, other):
                yield other

    def _max_between(self, one: int, other: int) -> int:
        """Return how many at most can sit between two who meet, besides the one who sits out."""
        here, there = self.unwanted[one], self.unwanted[other]
        return bisect_left(here, other) + len(there) - bisect_right(there, one)

    def _leaving_pairs(self, first: int, end: int) -> Iterator[tuple[Pair, int]]:
        """Yield pairs who both leave, over the cheapest ends, with the cost within the stretch."""
        ends = [place for place in (first - 1, end) if 0 <= place < self.nobody]
        over = [[self._cost(place, outside) for place in range(first, end)] for outside in ends]
        across = self._cost(*ends) if len(ends) > 1 else 0
        for one, other in combinations(range(end - first) if ends else (), 2):
            ways = [way[one] + way[other] for way in over]
            ways += [way[one] + back[other] + across for way, back in permutations(over, 2)]
            yield (one + first, other + first), min(ways) + self.leaves + self.draw.below(NOISE)

    def _cost(self, one: int, other: int) -> int:
        apart = self.points[one] - self.points[other]
        return self.square * apart**2 + self.unequal * (apart != 0)

    def _dear_cost(self, one: int, other: int) -> int:
        return self.again if other in self.dear[one] else 0


def _merge_stretches(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Join stretches that overlap or touch, so that the gap at an end counts once."""
    joined: list[Stretch] = []
    for first, after in sorted(stretches):
        if joined and first <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(after, joined[-1][1])
        else:
            joined.append((first, after))
    return joined
