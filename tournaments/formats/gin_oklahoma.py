"""Oklahoma gin: the card turned up sets the limit, and a spade doubles the hand (rules.md §5, §7.1).

| rule     | default     | source                                              |
|----------|-------------|-----------------------------------------------------|
| bonuses  | oklahoma    | §5: undercut 20, gin 25, box 25, game 100           |
| target   | 150         | §7.1                                                |
| movement | round_robin | two at a table, all meet all once                   |
| rank_by  | won         | games won, then the value of all games              |
"""

from tournaments.formats import gin
from tournaments.formats.shared import Format, gettext_noop

FORMAT = Format(
    key="gin-oklahoma",
    name=gettext_noop("Gin, Oklahoma"),
    note=gettext_noop("Each meets each; the card turned up sets the limit, a spade doubles; to 150."),
    source="docs/rules.md §7.1",
    rules={**gin.FORMAT.rules, "bonuses": "oklahoma", "minutes": 45},
    rehearsal=gin.FORMAT.rehearsal,
)
