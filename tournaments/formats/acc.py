"""A qualifying tournament of the ACC: Swiss, 2 for a win, 3 for a skunk (rules.md §3.2).

| rule         | default              | source                                                            |
|--------------|----------------------|-------------------------------------------------------------------|
| rounds       | 12 (12 to 22)        | a qualifying tournament has 12 to 22 games                        |
| movement     | swiss                | opponents have as many game points                                |
| match_points | acc                  | §3.2: 2 for a win, 3 for a skunk, lines at 91                     |
| rank_by      | match_points         | game points, then games won, then net spread                      |
| pegging      | exact                | a winner is written at 121: the spread counts to there            |
| from_116     | False                | an option of one region (§2.4)                                    |
| muggins      | False                | declared, shown on the wall                                       |
| cards        | one                  | §4.1: two cards if the organiser asks for them                    |
| odd          | None                 | a house player or a bye                                           |
"""

from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="acc-swiss",
    name=gettext_noop("Cribbage, ACC qualifying"),
    note=gettext_noop("12 to 22 games: those with as many game points meet; 2 for a win, 3 for a skunk."),
    source="American Cribbage Congress",
    asks=("muggins", "cuts", "first_deal", "cards"),
    rules={
        "game": "cribbage",
        "movement": "swiss",
        "rounds": 12,
        "rounds_allowed": [12, 22],
        "rank_by": "match_points",
        "match_points": "acc",
        "then": ["won", "spread"],
        "tables": 16,
        "minutes": 20,
    },
)
