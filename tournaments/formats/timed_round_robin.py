"""All meet all within a time, as in the cribbage of the 55+ games (rules.md §4).

| rule     | default     | source                                                               |
|----------|-------------|----------------------------------------------------------------------|
| pegging  | timed       | §4: when the time is up the side ahead has won, both keep points     |
| movement | round_robin | all meet all, of twelve or more                                      |
| rounds   | 11          | twelve players; with an odd field as many as there are               |
| clock    | True        | the tablets and the wall show the remaining time                     |
| odd      | None        | §4: a floater, who plays and is not ranked: here the house player    |
| withdrawn | removed    | §4: players who default are taken out of the standings               |
| rank_by  | pegged      | the points of all games, those of games that time has ended included |
"""

from tournaments.formats.shared import Format, each_meets_each, gettext_noop, house_or_byes

FORMAT = Format(
    key="timed-round-robin",
    name=gettext_noop("Cribbage, each meets each, within a time"),
    note=gettext_noop(
        "As in the 55+ games: when the time is up whoever is ahead has won; most points wins. Who leaves is "
        "taken out of the standings."
    ),
    source="docs/rules.md §4",
    rules={
        "game": "cribbage",
        "movement": "round_robin",
        "rounds": 11,
        "pegging": "timed",
        "clock": True,
        "withdrawn": "removed",
        "tables": 6,
        "minutes": 25,
    },
    rehearsal=each_meets_each(house_or_byes),
)
