"""An evening of an ACC Grass Roots club: nine games, 2 for a win, 3 for a skunk (rules.md §3.2, §4).

| rule         | default      | source                                                        |
|--------------|--------------|---------------------------------------------------------------|
| rounds       | 9            | a club plays nine games an evening                            |
| movement     | free_draw    | nine different opponents where there are ten people           |
| match_points | acc          | §3.2: 2 for a win, 3 for a skunk, lines at 91                 |
| rank_by      | match_points | game points, then games won, then net spread                  |
| pegging      | exact        | a winner is written at 121: the spread counts to there        |
| from_116     | False        | an option of one region (§2.4)                                |
"""

from tournaments.formats.shared import Format, breaks, gettext_noop, house_or_byes

FORMAT = Format(
    key="acc-grass-roots",
    name=gettext_noop("Cribbage, ACC Grass Roots"),
    note=gettext_noop("Nine games of an evening by lot; 2 for a win, 3 for a skunk."),
    source="American Cribbage Congress",
    asks=("muggins", "cuts", "first_deal", "cards"),
    rules={
        "game": "cribbage",
        "movement": "free_draw",
        "rounds": 9,
        "rounds_allowed": [9, 9],
        "rank_by": "match_points",
        "match_points": "acc",
        "then": ["won", "spread"],
        "tables": 8,
        "minutes": 15,
        "start": 18 * 60 + 30,
        "breaks": breaks(dinner=5, rounds=9),
    },
    rehearsal=house_or_byes,
)
