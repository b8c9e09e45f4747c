"""Cribbage in two lines: one stays, the other goes on one table after each game (rules.md §4).

| rule     | default   | source                                                             |
|----------|-----------|--------------------------------------------------------------------|
| rounds   | 10        | declared; with as many rounds as tables all meet the other line    |
| movement | two_lines | by J. T. Mitchell, as played in social whist and bridge            |
| rank_by  | pegged    | the points of all games; the set-up can rank by other criteria     |
| from_116 | False     | an option of one region (§2.4)                                     |
"""

from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="cribbage-two-lines",
    name=gettext_noop("Cribbage, one line moves"),
    note=gettext_noop(
        "At each table one stays and the other goes on one table: little walking, nobody meets twice."
    ),
    source="",
    rules={
        "game": "cribbage",
        "movement": "two_lines",
        "rounds": 10,
        "tables": 10,
        "minutes": 20,
    },
)
