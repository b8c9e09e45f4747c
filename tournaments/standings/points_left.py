"""Points left: what a card writes and adds up where they rank (rules.md §4)."""

from collections.abc import Mapping
from typing import Any

LEFT = "points_left"


def cards_show_points_left(rules: Mapping[str, Any]) -> bool:
    """Whether a card tells points left, 0 for the winner, instead of points pegged."""
    return rules.get("pegging") == "left" and LEFT in rules["criteria"]


def card_total_field(rules: Mapping[str, Any]) -> str:
    """What cards add up: a field of `Row`, or `points_left`."""
    running = str(rules["running"])
    return LEFT if running == "pegged" and cards_show_points_left(rules) else running
