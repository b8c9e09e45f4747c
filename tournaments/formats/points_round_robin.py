"""Any card game that ends with numbers: all meet all (rules.md §9).

| rule         | default     | source                                                                   |
|--------------|-------------|--------------------------------------------------------------------------|
| movement     | round_robin | two sides at a table, all meet all once                                  |
| rounds       | 9           | one less than the players (with an odd field as many); fewer are allowed |
| rank_by      | won         | games won, then the spread; the set-up can rank otherwise                |
| the game     | declared    | name, range, target, higher or lower: by the organiser                   |
"""

from typing import Any

from tournaments.formats.shared import Format, each_meets_each, gettext_noop, rehearsing

FIVE_HUNDRED: dict[str, Any] = {
    "game_name": "500",
    "least": -990,
    "most": 990,
    "target": 500,
    "ties_allowed": False,
}
"""A game of 500 to 500 points, including negative scores."""
rehearsed = rehearsing(500, 0, odd="bye", **FIVE_HUNDRED)

FORMAT = Format(
    key="points-round-robin",
    name=gettext_noop("Any card game, each meets each"),
    note=gettext_noop("500, whist, euchre, hearts… Two sides at a table, a number for each; most games won."),
    source="docs/rules.md §9",
    rules={
        "game": "points",
        "movement": "round_robin",
        "rounds": 9,
        "tables": 5,
        "minutes": 40,
    },
    rehearsal=each_meets_each(rehearsed),
)
