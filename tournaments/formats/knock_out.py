"""A knock-out from registration: no games before it, all who are present are in (rules.md §4).

| rule     | default            | source                                                            |
|----------|--------------------|-------------------------------------------------------------------|
| rounds   | 0                  | there are no games before the bracket                             |
| playoffs | everybody, 3 games | seeds by lot; declared: by registration, double, third place …    |
| movement | free_draw          | never used: the bracket decides who meets whom                    |
"""

from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="cribbage-knock-out",
    name=gettext_noop("Cribbage, knock-out"),
    note=gettext_noop("A bracket from registration: whoever loses is out, seeds by lot or as registered."),
    source="",
    asks=("game_to", "pegging", "from_116", "muggins", "cuts", "first_deal", "cards"),
    rules={
        "game": "cribbage",
        "movement": "free_draw",
        "rounds": 0,
        "rounds_allowed": [0, 0],
        "playoffs": {"who": "everybody", "count": None, "games": 3, "third_place": False},
        "missed": 0,
        "forfeit": {"present": 121, "absent": 0},
        "odd_ways": [],
        "tables": 16,
        "minutes": 20,
        "breaks": [{"after": 0, "minutes": 30, "code": "welcome"}],
    },
    rehearsal=lambda _players, _odd, _fixed: {},
)
