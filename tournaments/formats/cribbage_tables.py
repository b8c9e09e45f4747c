"""Cribbage for three, four or five, each alone (rules.md §1).

| rule     | default      | source                                                                         |
|----------|--------------|--------------------------------------------------------------------------------|
| movement | mixed_tables | other people at the table in each round, no rematch as long as possible        |
| rounds   | 8            | declared                                                                       |
| at_table | 3 (3 to 5)   | §1: three, four or five sides; six play as partners                            |
| odd_ways | none         | tables of one more or fewer take all people in                                 |
| skunk    | all losers   | §3.1: the level that all losers share; an option                               |
| rank_by  | pegged       | §4: the points of all games; the set-up can rank by another criterion           |
"""

from tournaments.formats.shared import Format, at_full_tables, gettext_noop

MAX_ALONE = 5

FORMAT = Format(
    key="cribbage-tables",
    name=gettext_noop("Cribbage, three to five at a table"),
    note=gettext_noop("Everybody plays alone, with other people in each game; most points wins."),
    source="docs/rules.md §1",
    rules={
        "game": "cribbage",
        "movement": "mixed_tables",
        "at_table": 3,
        "most_at_table": MAX_ALONE,
        "odd_ways": [],
        "rounds": 8,
        "tables": 8,
        "minutes": 30,
    },
    rehearsal=at_full_tables("mixed_tables", size=3, forfeit={"present": 121, "absent": 0}),
)
