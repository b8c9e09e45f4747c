"""Every movement by its name: a movement is a module of this room, so a new one is a new file.

A movement has `next_round(people, past, *, tables, seed)`, which seats the next round or raises NoSeating;
`problems(people, rounds)`, what so many rounds mean before the day; and ONE_LOT, whether the lot drawn for
round 1 holds for all rounds. Where a format has a table of three for an odd field both take `three` as well.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

PACKAGE = __name__.rpartition(".")[0]


def movement(name: str) -> ModuleType:
    """The movement that a stage names, such as winners_stay. Raises LookupError where there is none."""
    try:
        found = import_module(f"{PACKAGE}.{name}")
    except ModuleNotFoundError as missing:
        raise LookupError(name) from missing
    if not hasattr(found, "ONE_LOT"):
        raise LookupError(name)
    return found
