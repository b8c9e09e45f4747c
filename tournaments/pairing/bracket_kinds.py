"""The bracket of a stage from its frozen rules: a knock-out or a double elimination, and its consolation.

| in the rules    | meaning                                                                         |
|-----------------|---------------------------------------------------------------------------------|
| `order`         | the seeds from top to bottom, 0 for a bye                                       |
| `third_place`   | those who lose the semi-finals play for third place                             |
| `double`        | only the second loss is the last; may be absent                                 |
| `consolation`   | `losers` of round 1 or the `rest`, who were not in; may be absent               |
| `rest`          | the order of the rest, seeds from 1 as if they were by themselves               |
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tournaments.pairing import consolation, double_elimination, knock_out
from tournaments.pairing.brackets import Bracket


def bracket_from_rules(frozen: Mapping[str, Any]) -> Bracket:
    """Build the bracket of a stage from its frozen rules (`rules["bracket"]`)."""
    return _build_bracket(
        tuple(frozen["order"]),
        bool(frozen["third_place"]),
        bool(frozen.get("double")),
        frozen.get("consolation"),
        tuple(frozen.get("rest") or ()),
    )


@lru_cache(maxsize=64)
def _build_bracket(
    order: Sequence[int], third_place: bool, double: bool, beside: str | None, rest: Sequence[int]
) -> Bracket:
    if double:
        return double_elimination.double_elimination(order)
    main = knock_out.knock_out(order, third_place=third_place)
    if beside == consolation.LOSERS:
        return Bracket(main.order, (*main.meetings, *consolation.loser_meetings(main)))
    if beside == consolation.REST and rest:
        return Bracket(main.order, (*main.meetings, *consolation.rest_meetings(rest, after=max(order))))
    return main


def limits(*, double: bool) -> tuple[int, int]:
    """Return the least and the most entries."""
    kind = double_elimination if double else knock_out
    return kind.MIN_ENTRIES, kind.MAX_ENTRIES


def seeds(frozen: Mapping[str, Any]) -> list[int]:
    """Return every seed of the bracket, those of a consolation of the rest after those of the main one."""
    count = max(frozen["order"]) + max(frozen.get("rest") or (0,))
    return list(range(1, count + 1))


def is_possible(frozen: Mapping[str, Any]) -> bool:
    """Return whether rules from outside describe a bracket: each seed once, and not too few or too many."""
    orders = [frozen["order"], *([frozen["rest"]] if frozen.get("rest") else [])]
    if not all(knock_out.is_order(order) for order in orders):
        return False
    if not frozen.get("double"):
        return True
    return bool(double_elimination.MIN_ENTRIES <= max(frozen["order"]) <= double_elimination.MAX_ENTRIES)
