"""An evening of an ACC Grass Roots club: nine games, 2 for a win, 3 for a skunk (rules.md §3.2, §4).

| rule         | default      | source                                                        |
|--------------|--------------|---------------------------------------------------------------|
| rounds       | 9            | a club plays nine games an evening                            |
| movement     | free_draw    | nine different opponents if there are ten people              |
| match_points | acc          | §3.2: 2 for a win, 3 for a skunk, lines at 91                 |
| rank_by      | match_points | game points, then games won, then net spread                  |
| pegging      | exact        | a winner is written at 121: the spread counts to there        |
| from_116     | False        | an option of one region (§2.4)                                |
"""

from tournaments.formats import acc_consolation
from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="acc-grass-roots",
    name=gettext_noop("Cribbage, ACC Grass Roots"),
    note=gettext_noop("Nine games of an evening by lot; 2 for a win, 3 for a skunk."),
    source=acc_consolation.FORMAT.source,
    asks=acc_consolation.FORMAT.asks,
    rules={
        **acc_consolation.FORMAT.rules,
        "movement": "free_draw",
        "minutes": 15,
        "start": 18 * 60 + 30,
    },
)
