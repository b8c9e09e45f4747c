"""Sets of five: the first to five points wins the set (rules.md §3.2, §3.3).

| rule         | default     | source                                                              |
|--------------|-------------|---------------------------------------------------------------------|
| match        | first to 5  | «first to 5 wins the set»: a win 1, a skunk 2, a double skunk 3      |
| match_points | board_set   | §3.2: with the lines of the board, under 90 and under 60            |
| rounds       | 6           | declared: a set takes three to nine games                           |
| movement     | free_draw   | declared: no rematch as long as possible                            |
| order        | matches won | sets won, then the points of all games, then net spread             |
| bye          | half        | declared: sitting out counts half a set                             |
"""

from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="set-of-five",
    name=gettext_noop("Cribbage, sets of five"),
    note=gettext_noop("Each round is a set to 5: a win 1, a skunk 2, a double skunk 3. Most sets wins."),
    source="docs/rules.md §3.2",
    rules={
        "game": "cribbage",
        "movement": "free_draw",
        "rounds": 6,
        "match": {"kind": "first_to", "points": 5, "bye": "half"},
        "match_points": "board_set",
        "order": ["matches_won", "match_points", "spread"],
        "first_deal": "loser",
        "tables": 8,
        "minutes": 75,
    },
)
