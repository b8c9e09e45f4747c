"""The consolation of an ACC tournament: nine games for those who did not qualify (rules.md §3.2, §4).

| rule         | default      | source                                                        |
|--------------|--------------|---------------------------------------------------------------|
| rounds       | 9            | a consolation has nine games                                  |
| movement     | swiss        | those meet who have as many game points                       |
| match_points | acc          | §3.2: 2 for a win, 3 for a skunk, lines at 91                 |
| rank_by      | match_points | game points, then games won, then net spread                  |
| from_116     | False        | an option of one region (§2.4)                                |
"""

from tournaments.formats.shared import Format, breaks, gettext_noop, house_or_byes

FORMAT = Format(
    key="acc-consolation",
    name=gettext_noop("Cribbage, ACC consolation"),
    note=gettext_noop("Nine games for those who did not qualify; 2 for a win, 3 for a skunk."),
    source="American Cribbage Congress",
    asks=("muggins", "cuts", "first_deal", "cards"),
    rules={
        "game": "cribbage",
        "movement": "swiss",
        "rounds": 9,
        "rounds_allowed": [9, 9],
        "rank_by": "match_points",
        "match_points": "acc",
        "then": ["won", "spread"],
        "tables": 8,
        "minutes": 20,
        "breaks": breaks(dinner=5, rounds=9),
    },
    rehearsal=house_or_byes,
)
