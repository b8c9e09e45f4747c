"""Gin rummy in a larger field: opponents have won as many games (rules.md §5).

| rule     | default  | source                                                     |
|----------|----------|------------------------------------------------------------|
| movement | swiss    | opponents are close in the standings, no rematch           |
| rounds   | 7        | declared                                                   |
| bonuses  | standard | a row of §5                                                |
| rank_by  | won      | games won, then the value of all games                     |
"""

from tournaments.formats.shared import Format, gettext_noop, rehearsing

FORMAT = Format(
    key="gin-swiss",
    name=gettext_noop("Gin, Swiss"),
    note=gettext_noop("Those with as many games won meet, nobody twice; most games won, then their value."),
    source="docs/rules.md §5",
    rules={
        "game": "gin",
        "movement": "swiss",
        "rounds": 7,
        "tables": 10,
        "minutes": 40,
    },
    rehearsal=rehearsing(0, 0, odd="bye"),
)
