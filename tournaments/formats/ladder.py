"""Cribbage on a ladder of tables: winners move up, losers stay; 2 for a win, 3 for a skunk (rules.md §3.2).

| rule         | default         | source                                                       |
|--------------|-----------------|--------------------------------------------------------------|
| rounds       | 10              | declared                                                     |
| movement     | winners_move_up | as progressive card parties are played                       |
| match_points | acc             | §3.2: 2 for a win, 3 for a skunk                             |
| rank_by      | match_points    | then games won, then net spread                              |
| from_116     | False           | an option of one region (§2.4)                               |
"""

from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="cribbage-ladder",
    name=gettext_noop("Cribbage, winners move up"),
    note=gettext_noop("Winners go up one table, losers stay; 2 for a win, 3 for a skunk."),
    source="",
    rules={
        "game": "cribbage",
        "movement": "winners_move_up",
        "rounds": 10,
        "rank_by": "match_points",
        "match_points": "acc",
        "then": ["won", "spread"],
        "tables": 10,
        "minutes": 20,
    },
)
