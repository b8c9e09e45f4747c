"""Drawing lots from a seed, the same on every platform and in every Python version.

Only `Random.random()` is promised to give the same sequence for ever, so everything is made from it.
"""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """A bag of lots that gives the same lots for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(int(seed)).random

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1 (limit at most 2**53)."""
        return int(self._random() * limit)

    def lots(self, count: int, limit: int) -> list[int]:
        """As many whole numbers as `below` gives when it is asked `count` times."""
        random = self._random
        return [int(random() * limit) for _ in range(count)]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in drawn order (Fisher-Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order
