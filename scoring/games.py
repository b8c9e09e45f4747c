"""The registry of games: the rule book that reads the line data of each game (rules.md §3, §5).

| game     | module                  | its rules      |
|----------|-------------------------|----------------|
| cribbage | `scoring/cribbage/game` | rules.md §1–§4 |
| gin      | `scoring/gin/book`      | rules.md §5–§7 |
| points   | `scoring/points/game`   | rules.md §9    |
| euchre   | `scoring/euchre/game`   | rules.md §15   |

A line carries any game: a new one is a module that fits `RuleBook`, and its line in `GAMES`.

>>> sorted(GAMES)
['cribbage', 'euchre', 'gin', 'points']
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from scoring.cribbage import game as cribbage
from scoring.criteria.game_figure import GameFigure
from scoring.euchre import game as euchre
from scoring.gin import book as gin
from scoring.points import game as points
from scoring.side import SideValue

Data = Mapping[str, Any]
Rules = Mapping[str, Any]

COMMON_RULES = ("credited", "first_deal", "in_a_match", "most_at_table", "rank_by", "target")
"""The rules that the `DEFAULTS` of every game have.

They are: where declared points of a bye or a missed game go, who deals first, what differs in a medal match,
how many people can sit at a table, what ranks, and how many points end a game (0 or None: the game has no
target, or its other rules give it).
"""


class RuleBook(Protocol):
    """The rule book of a game; mypy checks that every module in `GAMES` fits it.

    `data` is line data, `rules` the frozen rules of a stage, a side its index.
    """

    @property
    def DEFAULTS(self) -> dict[str, Any]:
        """The rules that a format need not name: `COMMON_RULES` and its own (rules.md §2, §3, §5)."""

    @property
    def LATER(self) -> dict[str, Any]:
        """Rules with their defaults that were added after tournaments were stored (rules.md §1, §5.1).

        Rules that have their default are left out, so those of formats and tournaments stay as they are.
        """

    @property
    def HAS_MATCH_POINTS(self) -> bool:
        """Return whether a result can give match points (rules.md §3.2)."""

    @property
    def CRITERIA(self) -> tuple[str, ...]:
        """The criteria of `scoring.criteria` that may rank a tournament of this game (rules.md §4)."""

    @property
    def OWN_FIGURES(self) -> tuple[GameFigure, ...]:
        """The figures of a side that only this game counts, each added to the criteria (rules.md §4)."""

    def derived_rules(self, rules: Rules) -> dict[str, Any]:
        """Return the rules that follow from the others.

        They are `criteria`, `running`, `penalised` and the game's own. See rules.md §4, §5.
        """

    def possible_gains(self, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return what a game can add to the first criterion for its winner and for its loser, ascending.

        Both are empty if they do not follow from one game alone. See rules.md §3.2, §4, §5.
        """

    def wins_match_at(self, rules: Rules) -> int | None:
        """Return the skunk level that wins a match of several games at once, or None.

        See rules.md §3.2.
        """

    def check(self, data: Data, rules: Rules, sides: int = 2) -> None:
        """Raise `DomainError` for data that cannot be a result (rules.md §4, §5)."""

    def winner_of(self, data: Data, rules: Rules) -> int | None:
        """Return the side that won, or None (rules.md §4, §5)."""

    def side_values(self, data: Data, rules: Rules, games_in_match: int = 1) -> tuple[SideValue, ...]:
        """Return the values of each side (rules.md §3, §5)."""

    def award_data(self, how: str, points: Sequence[int], winner: int | None = None) -> dict[str, Any]:
        """Return line data of a game that was not played out.

        `how` is one of `AWARDS`, the points are declared. See rules.md §4.
        """

    def forfeit_points(self, rules: Rules) -> tuple[int, int]:
        """Return the usual points of a forfeit: of the side that is there, and of the one that is missing.

        An organiser declares these or others. See rules.md §4, §5, §9, §15.
        """

    def reorder_sides(self, data: Data, order: Sequence[int] = (1, 0)) -> dict[str, Any]:
        """Return the result with each side holding what side `order[side]` had (rules.md §4)."""

    def simulated_data(self, chance: Random, rules: Rules, sides: int = 2) -> dict[str, Any]:
        """Return line data of a simulated game (rules.md §4, §5)."""

    def people_per_entry(self, rules: Rules) -> int:
        """Return how many people play under one number: more than one in team games (rules.md §6)."""

    def export_data(self, data: Data, rules: Rules) -> dict[str, Any]:
        """Return the result as the files of a tournament show it (rules.md §4, §5)."""


GAMES: dict[str, RuleBook] = {"cribbage": cribbage, "gin": gin, "points": points, "euchre": euchre}
