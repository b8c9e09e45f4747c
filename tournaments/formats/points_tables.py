"""Hearts, 200 and other games of three to six, each alone (rules.md §4, §9).

| rule     | default      | source                                                                         |
|----------|--------------|--------------------------------------------------------------------------------|
| movement | mixed_tables | other people at the table in each round, no rematch as long as possible        |
| rounds   | 6            | declared                                                                       |
| at_table | 4 (3 to 6)   | chosen by the organiser; tables of one more or fewer take all people in        |
| odd_ways | none         | no one is left over                                                            |
| rank_by  | won          | games won, then the spread: to the best of the others, above or below          |
| order    | … lot        | two who are level cannot play out a game of several: the lot decides           |
| the game | declared     | name, range, target, higher or lower: by the organiser                         |
"""

from typing import Any

from tournaments.formats.shared import Format, at_full_tables, gettext_noop

HEARTS: dict[str, Any] = {
    "game_name": "Hearts",
    "higher_wins": False,
    "least": 0,
    "most": 130,
    "target": 100,
    "ties_allowed": False,
    "forfeit": {"present": 0, "absent": 100},
}
"""A game of hearts to 100, in which the lowest number wins."""

FORMAT = Format(
    key="points-tables",
    name=gettext_noop("Any card game, three to six at a table"),
    note=gettext_noop("Hearts, 200… Everybody plays alone, with other people in each game; most games won."),
    source="docs/rules.md §9",
    rules={
        "game": "points",
        "movement": "mixed_tables",
        "at_table": 4,
        "most_at_table": 6,
        "odd_ways": [],
        "rounds": 6,
        "tables": 5,
        "minutes": 40,
        "rank_by": "won",
        "order": ["won", "spread", "lot"],
    },
    rehearsal=at_full_tables("mixed_tables", odd=None, bye_credit=None, **HEARTS),
)
