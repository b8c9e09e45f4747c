"""500, whist, euchre with a new partner in each game: persons are ranked (rules.md §4, §9).

| rule     | default             | source                                                                  |
|----------|---------------------|-------------------------------------------------------------------------|
| movement | individual_partners | the whist schedule: each partners all others once, opposes them twice   |
| rounds   | 8                   | declared; one less than the players, or as many, makes it whole         |
| at_table | 4                   | two against two, who sit opposite each other                            |
| odd      | bye                 | up to three without a table sit out, in turn                            |
| rank_by  | pegged              | as at an evening of cards: each adds up what the two of them scored     |
| order    | … lot               | two who are level cannot play it out without partners: the lot decides  |
| the game | declared            | name, range, target, higher or lower: by the organiser                  |
"""

from tournaments.formats.points_round_robin import FIVE_HUNDRED
from tournaments.formats.shared import Format, at_full_tables, gettext_noop

FORMAT = Format(
    key="points-partners",
    name=gettext_noop("Any card game, individual partners"),
    note=gettext_noop(
        "500, whist, euchre… Four at a table, a new partner in each game; each earns what the two score."
    ),
    source="docs/rules.md §9",
    rules={
        "game": "points",
        "movement": "individual_partners",
        "at_table": 4,
        "most_at_table": 4,
        "odd": "bye",
        "odd_ways": ["bye"],
        "rounds": 8,
        "tables": 5,
        "minutes": 30,
        "rank_by": "pegged",
        "order": ["pegged", "won", "spread", "lot"],
    },
    rehearsal=at_full_tables(
        "individual_partners", forfeit={"present": 500, "absent": 0}, bye_credit=0, **FIVE_HUNDRED
    ),
)
