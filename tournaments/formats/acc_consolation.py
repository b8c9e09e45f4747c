"""The consolation of an ACC tournament: nine games for those who did not qualify (rules.md §3.2, §4).

| rule         | default      | source                                                        |
|--------------|--------------|---------------------------------------------------------------|
| rounds       | 9            | a consolation has nine games                                  |
| movement     | swiss        | opponents have as many game points                            |
| match_points | acc          | §3.2: 2 for a win, 3 for a skunk, lines at 91                 |
| rank_by      | match_points | game points, then games won, then net spread                  |
| from_116     | False        | an option of one region (§2.4)                                |
"""

from tournaments.formats import acc
from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="acc-consolation",
    name=gettext_noop("Cribbage, ACC consolation"),
    note=gettext_noop("Nine games for those who did not qualify; 2 for a win, 3 for a skunk."),
    source=acc.FORMAT.source,
    asks=acc.FORMAT.asks,
    rules={**acc.FORMAT.rules, "rounds": 9, "rounds_allowed": [9, 9], "tables": 8},
)
