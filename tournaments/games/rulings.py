"""The data of rulings; each game lists its own in `rulings.py`.

| effect  | what the ruling does                          |
|---------|-----------------------------------------------|
| score   | changes what is written down                  |
| again   | the hand is void and dealt again              |
| play    | changes how the hand goes on, not its score   |
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Ruling:
    """One ruling: its name in an address, its title, what the judge does, its effect, a variant of it.

    `fine` is the number of points that it always takes off (rules.md §5.1).
    """

    key: str
    title: str
    sentences: tuple[str, ...]
    effect: str
    variant: str = ""
    fine: int = 0


@dataclass(frozen=True)
class Group:
    """A group of rulings on one subject."""

    key: str
    title: str
    rulings: tuple[Ruling, ...]
    note: str = ""


def titles(groups: tuple[Group, ...]) -> dict[str, str]:
    """Return the title of each ruling by its key."""
    return {ruling.key: ruling.title for group in groups for ruling in group.rulings}


def fines(groups: tuple[Group, ...]) -> dict[str, int]:
    """Return the points that rulings always take off, by key, without those that take off none."""
    return {ruling.key: ruling.fine for group in groups for ruling in group.rulings if ruling.fine}
