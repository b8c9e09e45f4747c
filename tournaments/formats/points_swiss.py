"""Any card game that ends with numbers: opponents have won as many games (rules.md §9).

| rule         | default  | source                                                    |
|--------------|----------|-----------------------------------------------------------|
| movement     | swiss    | opponents are close in the standings, no rematch          |
| rounds       | 8        | declared                                                  |
| rank_by      | won      | games won, then the spread; the set-up can rank otherwise |
| the game     | declared | name, range, target, higher or lower: by the organiser    |
"""

from tournaments.formats.points_round_robin import rehearsed
from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="points-swiss",
    name=gettext_noop("Any card game, Swiss"),
    note=gettext_noop("500, whist, euchre, hearts… Those with as many games won meet; most games won."),
    source="docs/rules.md §9",
    rules={
        "game": "points",
        "movement": "swiss",
        "rounds": 8,
        "tables": 10,
        "minutes": 30,
    },
    rehearsal=rehearsed,
)
