"""What a deliberate mistake is."""

from typing import NamedTuple


class Mistake(NamedTuple):
    """One wrong piece of a file, by a name that stays, and the test files that are to notice it.

    `before` stands exactly once in its file, and becomes `after`.
    """

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]
