"""The finite field of q elements, q a prime power: it makes schedules in which many meet without a rematch.

Elements are the whole numbers 0 to q - 1; a number is read in base p as a polynomial's coefficients.
"""

from functools import cache
from itertools import product


class FiniteField:
    """Sums and products of q elements. Raises ValueError if q is not a prime power."""

    def __init__(self, q: int) -> None:
        self.q = q
        self.p, self.degree = _prime_power(q)
        self._reduced = _irreducible(self.p, self.degree)

    def add(self, one: int, other: int) -> int:
        """Return their sum.

        >>> FiniteField(9).add(5, 4)
        6
        """
        digits = zip(self._digits(one), self._digits(other), strict=True)
        return _number([(left + right) % self.p for left, right in digits], self.p)

    def times(self, one: int, other: int) -> int:
        """Return their product.

        >>> FiniteField(4).times(2, 3)
        1
        """
        factor = self._digits(other)
        result = [0] * self.degree
        for digit in reversed(self._digits(one)):
            overflow = result[-1]
            result = [0, *result[:-1]]
            for place in range(self.degree):
                result[place] = (
                    result[place] - overflow * self._reduced[place] + digit * factor[place]
                ) % self.p
        return _number(result, self.p)

    def _digits(self, element: int) -> list[int]:
        return _digits(element, self.p, self.degree)


def is_prime_power(q: int) -> bool:
    """Return whether a field of q elements exists."""
    try:
        _prime_power(q)
    except ValueError:
        return False
    return True


def _prime_power(q: int) -> tuple[int, int]:
    if q < 2:
        raise ValueError(f"no field has {q} elements")
    p = next(divisor for divisor in range(2, q + 1) if q % divisor == 0)
    degree, left = 0, q
    while left % p == 0:
        degree, left = degree + 1, left // p
    if left > 1:
        raise ValueError(f"no field has {q} elements")
    return p, degree


def _digits(number: int, base: int, count: int) -> list[int]:
    digits = []
    for _ in range(count):
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits


def _number(digits: list[int], base: int) -> int:
    return sum(digit * base**place for place, digit in enumerate(digits))


@cache
def _irreducible(p: int, degree: int) -> tuple[int, ...]:
    """Return the first irreducible monic polynomial of this degree, its highest coefficient left out."""
    composite = set()
    for low in range(1, degree // 2 + 1):
        for one in product(range(p), repeat=low):
            for other in product(range(p), repeat=degree - low):
                composite.add(_product((*one, 1), (*other, 1), p)[:-1])
    return next(found for found in product(range(p), repeat=degree) if found not in composite)


def _product(one: tuple[int, ...], other: tuple[int, ...], p: int) -> tuple[int, ...]:
    result = [0] * (len(one) + len(other) - 1)
    for place, left in enumerate(one):
        for beside, right in enumerate(other):
            result[place + beside] = (result[place + beside] + left * right) % p
    return tuple(result)
