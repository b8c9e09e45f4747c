"""Plain cribbage: seats by lot in each round, most points wins (rules.md §4).

| rule     | default   | source                                                           |
|----------|-----------|------------------------------------------------------------------|
| rounds   | 10        | declared                                                         |
| movement | free_draw | by lot, no rematch as long as possible                           |
| rank_by  | pegged    | the points of all games; the set-up can rank by another criterion |
| from_116 | False     | an option of one region (§2.4)                                   |
"""

from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="cribbage-draw",
    name=gettext_noop("Cribbage, seats by lot"),
    note=gettext_noop("A plain day: the lot decides in each game, nobody meets twice, most points wins."),
    source="",
    rules={
        "game": "cribbage",
        "movement": "free_draw",
        "rounds": 10,
        "tables": 10,
        "minutes": 20,
    },
)
