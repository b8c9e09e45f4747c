"""Hollywood: three games of gin at once on one sheet (rules.md §7.2).

| rule             | default     | source                                                             |
|------------------|-------------|--------------------------------------------------------------------|
| hollywood        | True        | §7.2: three games on one sheet                                     |
| hollywood_letter | True        | §7.2: to the letter of the source; the set-up can close a game won |
| movement         | round_robin | two at a table, all meet all once                                  |
| rounds           | 5           | declared: a sheet takes longer than a game                         |
| rank_by          | won         | sheets won, then the value of all sheets                           |
"""

from tournaments.formats import gin
from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="gin-hollywood",
    name=gettext_noop("Gin, Hollywood"),
    note=gettext_noop("Each meets each; three games at once on one sheet; most sheets won."),
    source="docs/rules.md §7.2",
    rules={
        **gin.FORMAT.rules,
        "hollywood": True,
        "hollywood_letter": True,
        "rounds": 5,
        "minutes": 60,
    },
    rehearsal=gin.FORMAT.rehearsal,
)
