"""The rules of a cribbage tournament that a copy may contain (rules.md §2.4, §3, §4)."""

from typing import Any

from scoring import two_cards
from scoring.errors import DomainError
from scoring.match_points import SEVERAL, TABLES, read_table
from tournaments.common.schema import (
    Shape,
    between,
    either,
    nothing,
    one_of,
    several,
    with_at_least,
    words,
    yes_or_no,
)


def own_table(value: Any) -> bool:
    """Return whether a value is a valid own table of match points."""
    try:
        return with_at_least({})(value) and read_table(value) is not None
    except DomainError:
        return False


RULES: dict[str, Shape] = {
    "match_points": either(nothing, one_of(TABLES), own_table),
    "pegging": one_of(("exact", "as_pegged", "left", "timed")),
    "from_116": yes_or_no,
    "muggins": yes_or_no,
    "cuts": words(20),
}
LATER: dict[str, Shape] = {
    "several_losers": one_of(SEVERAL),
    "then": several(one_of(("won", "spread", "pegged")), 3),
    "cards": one_of(two_cards.WAYS),
    "lines": either(nothing, several(between(1, 120), 3)),
}
