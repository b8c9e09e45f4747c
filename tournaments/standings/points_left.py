"""Points left: what cards write and add up where points left rank (rules.md §4)."""

from collections.abc import Mapping
from typing import Any

LEFT = "points_left"


def cards_show_points_left(rules: Mapping[str, Any]) -> bool:
    """Return whether cards show points left, 0 for the winner, instead of points pegged."""
    return rules.get("pegging") == "left" and LEFT in rules["criteria"]


def card_total_field(rules: Mapping[str, Any]) -> str:
    """Return what cards add up: a field of `Row`, or `points_left`."""
    running = str(rules["running"])
    return LEFT if running == "pegged" and cards_show_points_left(rules) else running
