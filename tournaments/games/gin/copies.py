"""The rules of a gin tournament that a copy may contain (rules.md §5, §7)."""

from scoring.gin.rules import ACES, MAX_SIDE_SIZE, MODES
from scoring.gin.rules import NAMES as BONUSES
from tournaments.common.schema import Shape, between, either, one_of, with_at_least, yes_or_no

RULES: dict[str, Shape] = {
    "bonuses": either(one_of(BONUSES), with_at_least({})),
    "ace": one_of(ACES),
    "boxes_doubled": yes_or_no,
    "hollywood": yes_or_no,
    "hollywood_open": yes_or_no,
}
LATER: dict[str, Shape] = {
    "hollywood_letter": yes_or_no,
    "mode": one_of(MODES),
    "a_side": between(1, MAX_SIDE_SIZE),
    "alternating": yes_or_no,
}
