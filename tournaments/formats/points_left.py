"""Points left, as cribbage is counted in Alberta: the winner writes 0 (rules.md §4).

| rule         | default     | source                                                                |
|--------------|-------------|-----------------------------------------------------------------------|
| pegging      | left        | §4: the winner writes 0, a loser the points short of the target       |
| order        | points left | fewest points left, then games won                                    |
| rounds       | 10          | declared                                                              |
| movement     | free_draw   | declared: no rematch as long as possible                              |
"""

from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="points-left",
    name=gettext_noop("Cribbage, points left"),
    note=gettext_noop("As in Alberta: the winner writes 0, the loser what is left; the lowest total wins."),
    source="docs/rules.md §4",
    rules={
        "game": "cribbage",
        "movement": "free_draw",
        "rounds": 10,
        "pegging": "left",
        "order": ["points_left", "won"],
        "tables": 10,
        "minutes": 20,
    },
)
