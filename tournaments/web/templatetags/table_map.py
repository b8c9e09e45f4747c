"""The map of the hall as SVG: every table with its number at its place, its state by colour and sign."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _

from tournaments.devices.table_layout import HallPlan

register = template.Library()

CELL_WIDE, CELL_HIGH, EDGE = 48, 40, 6  # units of the drawing


def table_points(plan: HallPlan) -> list[dict[str, Any]]:
    """Return the coordinates of the middle of each table."""
    return [
        {"number": number, "x": str(_middle(x, CELL_WIDE)), "y": str(_middle(y, CELL_HIGH))}
        for number, (x, y) in sorted(plan.tables.items())
    ]


def _middle(at: int, size: int) -> int:
    return at * size + size // 2


def drawing(plan: HallPlan, *, across: int = 0, down: int = 0) -> dict[str, Any]:
    """Return the parts of every map: its box, at least so many cells wide and high, its tables, the door."""
    door = plan.door
    across, down = max(across, plan.across, 1), max(down, plan.down, 1)
    return {
        "box": f"-{EDGE} -{EDGE} {across * CELL_WIDE + 2 * EDGE} {down * CELL_HIGH + 2 * EDGE}",
        "across": across,
        "down": down,
        "spots": table_points(plan),
        "door": (str(_middle(door[0], CELL_WIDE)), str(_middle(door[1], CELL_HIGH))) if door else None,
    }


@register.inclusion_tag("components/table_map.html")
def here_map(plan: HallPlan | None, table: int | None) -> dict[str, Any]:
    """Return the map with the place of one table; empty if the places of tables were not declared."""
    if plan is None or not plan.entered or table is None or table not in plan.tables:
        return {}
    x, y = plan.tables[table]
    words = _(
        "Map of the hall: table %(table)s is in row %(row)s of %(rows)s, place %(column)s from the left"
    )
    sentence = words % {"table": table, "row": y + 1, "rows": plan.down, "column": x + 1}
    drawn = drawing(plan)
    for spot in drawn["spots"]:
        spot["state"] = "here" if spot["number"] == table else "other"
    return {**drawn, "label": sentence, "role": "img"}


@register.inclusion_tag("components/table_map.html")
def state_map(plan: HallPlan, states: Mapping[int, Mapping[str, Any]], url: str) -> dict[str, Any]:
    """Return the map with every table's state, linked to `url` with its number; `states` are the tiles."""
    drawn = drawing(plan)
    for spot in drawn["spots"]:
        tile = states.get(spot["number"])
        if tile is not None:
            spot |= {
                "state": tile["state"],
                "late": bool(tile["late"]),
                "url": f"{url}{spot['number']}",
                "words": ", ".join(filter(None, (tile["word"], tile["late"]))),
            }
    return {**drawn, "label": _("Map of the hall"), "role": "group"}
