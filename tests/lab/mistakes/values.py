"""Define a deliberate mistake."""

from typing import NamedTuple


class Mistake(NamedTuple):
    """One wrong piece of a function, by a name that stays, and the test files that are to notice it.

    `before` occurs exactly once in `place` (see `tests/lab/source.py`), and becomes `after`. In Python it is
    written as `ast.unparse` writes it. Its names match any names that the function uses.
    """

    name: str
    place: str
    before: str
    after: str
    tests: tuple[str, ...]
