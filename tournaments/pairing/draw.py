"""Drawing lots from a seed, the same on every platform and in every Python version.

Only `Random.random()` is guaranteed to give the same sequence for ever, so everything is built on it.
"""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """A generator that draws the same lots for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(int(seed)).random

    def below(self, limit: int) -> int:
        """Draw a whole number from 0 to limit - 1 (limit at most 2**53)."""
        return int(self._random() * limit)

    def lots(self, count: int, limit: int) -> list[int]:
        """Draw `count` whole numbers, the same as `count` calls of `below`."""
        random = self._random
        return [int(random() * limit) for _ in range(count)]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in drawn order (Fisher-Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order
