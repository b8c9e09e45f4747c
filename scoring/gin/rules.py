"""The rules of a game of gin as data: bonuses, target, variants and options (rules.md §5, §6, §7).

| name      | undercut | gin | box | game | target |
|-----------|----------|-----|-----|------|--------|
| standard  | 10       | 20  | 20  | 100  | 100    |
| variant_a | 25       | 25  | 25  | 100  | 100    |
| variant_b | 20       | 25  | 25  | 100  | 100    |
| oklahoma  | 20       | 25  | 25  | 100  | 150    |

| who plays (`mode`)                                | target                                   |
|---------------------------------------------------|------------------------------------------|
| `two`, `three` (each for themselves), `captain`   | 100; Oklahoma 150                        |
| `teams` of n a side (2 is the game for four)      | 125 + 25 x (n - 2); Oklahoma the same + 50 |
| round the corner, `two`                           | 125                                      |
| round the corner, `teams`                         | that of the teams + 25                   |
| round the corner in any other variant             | that variant's own                       |

The source gives no target for Oklahoma in teams: each player added to a side raises the 150 by 25, as it does
the 100. Any target may be set instead.

| option             | values                                                                            |
|--------------------|-----------------------------------------------------------------------------------|
| `ace`              | `low` (A-2-3), `both` (Q-K-A as well), `corner` (K-A-2 as well, an ace counts 15) |
| `boxes_doubled`    | a shutout doubles the boxes too (600 instead of 500)                              |
| `three_shutout`    | without a hand won: 100 `once`, on the winner's total, or `paid` by that player   |
| `hollywood_letter` | the opponent still writes there; a side with the target in all three ends the sheet |
| `hollywood_open`   | the opponent still writes there; the sheet ends when each game has a winner       |
| neither of them    | a game that is won is closed for both; the sheet ends when all three are          |
| `alternating`      | teams swap opponents every hand                                                   |

>>> NAMED_RULES["standard"].target, NAMED_RULES["oklahoma"].target
(100, 150)
>>> read_rules({"name": "variant_a", "mode": "teams", "a_side": 3, "ace": "corner"}).target
175
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from scoring.errors import DomainError, is_whole

ACES = ("low", "both", "corner")
MODES = ("two", "three", "captain", "teams")
SHUTOUTS = ("once", "paid")
MAX_SIDE_SIZE = 6
HOLLYWOOD_RULES = ("hollywood_open", "hollywood_letter")
KNOCK_LIMIT = 10
FINE = 10
"""The fine of an opponent of the knocker who holds fewer than ten cards (rules.md §5.1)."""


@dataclass(frozen=True)
class GinRules:
    """The rules of one game of gin; frozen, so a stage can carry them (rules.md §5 to §7).

    `set_target` is None for the target that follows from the rules, see `target`. Raises `DomainError` for
    rules that are impossible.
    """

    undercut: int = 10
    gin: int = 20
    box: int = 20
    game_bonus: int = 100
    set_target: int | None = None
    ace: str = "low"
    mode: str = "two"
    a_side: int = 1
    alternating: bool = False
    oklahoma: bool = False
    hollywood: bool = False
    boxes_doubled: bool = False
    three_shutout: str = "once"
    hollywood_open: bool = False
    hollywood_letter: bool = False

    def __post_init__(self) -> None:
        _check(self)

    @property
    def both_write(self) -> bool:
        """Return whether the opponent still writes in a game of Hollywood that is won (rules.md §7.2)."""
        return self.hollywood_open or self.hollywood_letter

    @property
    def target(self) -> int:
        """The total that ends the game (rules.md §5, §6, §7.1, §7.3)."""
        if self.set_target is not None:
            return self.set_target
        return (150 if self.oklahoma else 100) + 25 * (self.a_side - 1) + self._corner_raise

    @property
    def _corner_raise(self) -> int:
        """Return the addition to the target round the corner: 25 in the plain game and in teams (§7.3)."""
        other_variant = self.oklahoma or self.hollywood or self.mode in ("three", "captain")
        return 25 if self.ace == "corner" and not other_variant else 0


def _check(rules: GinRules) -> None:
    for name in ("undercut", "gin", "box", "game_bonus"):
        if not is_whole(getattr(rules, name)):
            raise DomainError("gin_bonus_whole_number", bonus=name)
    if rules.set_target is not None and not (is_whole(rules.set_target) and rules.set_target > 0):
        raise DomainError("gin_target_whole_number")
    for name, known in (("ace", ACES), ("mode", MODES), ("three_shutout", SHUTOUTS)):
        if getattr(rules, name) not in known:
            raise DomainError("gin_unknown_option", option=name, value=str(getattr(rules, name)))
    for name in ("alternating", "oklahoma", "hollywood", "boxes_doubled", *HOLLYWOOD_RULES):
        if not isinstance(getattr(rules, name), bool):
            raise DomainError("gin_unknown_option", option=name, value=str(getattr(rules, name)))
    _check_players(rules)


def _check_players(rules: GinRules) -> None:
    smallest, largest = (2, MAX_SIDE_SIZE) if rules.mode == "teams" else (1, 1)
    if not is_whole(rules.a_side) or not smallest <= rules.a_side <= largest:
        raise DomainError("gin_side_size", smallest=smallest, largest=largest)
    if rules.alternating and rules.mode != "teams":
        raise DomainError("gin_alternating_needs_teams")
    if rules.hollywood and rules.mode == "three":
        raise DomainError("gin_hollywood_two_sides")


STANDARD = GinRules()
NAMED_RULES: dict[str, GinRules] = {
    "standard": STANDARD,
    "variant_a": GinRules(undercut=25, gin=25, box=25),
    "variant_b": GinRules(undercut=20, gin=25, box=25),
    "oklahoma": GinRules(undercut=20, gin=25, box=25, oklahoma=True),
}
"""The rows of bonuses of rules.md §5."""

_FIELDS = tuple(field.name for field in fields(GinRules))


def read_rules(stored: str | Mapping[str, Any] | GinRules | None = None) -> GinRules:
    """Parse the rules that data describe: a name of `NAMED_RULES`, or a mapping of fields over such a name.

    `target` in a mapping sets the target; nothing at all is the standard game (rules.md §5). Other keys of a
    stage's rules are not read. Raises `DomainError` for an unknown name or impossible rules.

    >>> read_rules({"name": "oklahoma", "target": 200}).target
    200
    """
    if isinstance(stored, GinRules):
        return stored
    given: Mapping[str, Any] = {"name": stored} if isinstance(stored, str) else stored or {}
    name = given.get("name", "standard")
    if not isinstance(name, str) or name not in NAMED_RULES:
        raise DomainError("gin_unknown_rules", name=str(name))
    changes = {key: given[key] for key in _FIELDS if key in given}
    if given.get("target") is not None:
        changes["set_target"] = given["target"]
    return replace(NAMED_RULES[name], **changes)
