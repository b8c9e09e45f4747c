"""How little the squared differences of a pairing can add up to, whoever has met whom.

Put everybody in a row by points. Between two neighbours lies a gap; where the number of people above it is
odd, at least one pair lies across it. A pair that lies across several gaps costs the square of their sum,
which is at least the sum of their squares. So the squares of all odd gaps together are a bound from below.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise


class Bound:
    """The bound for a row of `points`, highest first. In an odd field the one at place `out` sits out.

    >>> Bound([9, 7, 7, 4]).least
    13
    >>> Bound([9, 7, 7, 4]).of(1, 2)  # less than the 25 that the others, 9 and 4, cost then
    13
    """

    def __init__(self, points: Sequence[int], out: int | None = None) -> None:
        self._out = out
        row = [one for place, one in enumerate(points) if place != out]
        gaps = [(above - below) ** 2 for above, below in pairwise(row)]
        self._points = row
        self._odd = [0, *accumulate(gap if place % 2 == 0 else 0 for place, gap in enumerate(gaps))]
        self._even = [0, *accumulate(gap if place % 2 else 0 for place, gap in enumerate(gaps))]
        self.least = self._odd[-1]

    def of(self, one: int, other: int) -> int:
        """The bound for pairings in which the people at two places, in this order, meet."""
        first, last = (self._place(place) for place in (one, other))
        if last <= first:  # two equals, one of whom stands for who sits out
            return self.least
        apart = self._points[first] - self._points[last]
        outside = self.least - (self._odd[last] - self._odd[first])
        return apart**2 + outside + self._even[last] - self._even[first]

    def _place(self, place: int) -> int:
        """Whoever sits out has the place of the next, who has as many points where several may sit out."""
        moved = place if self._out is None or place <= self._out else place - 1
        return min(moved, len(self._points) - 1)
