"""The shelf of games: what a line of the score book may carry, by the rules of its game (rules.md §3, §5).

| game     | module                  | its rules      |
|----------|-------------------------|----------------|
| cribbage | `scoring/cribbage/game` | rules.md §1–§4 |
| gin      | `scoring/gin/book`      | rules.md §5–§7 |
| points   | `scoring/points/game`   | rules.md §9    |

A line carries any game: a new one is a module that fits `RuleBook`, and its line in `GAMES`.

>>> sorted(GAMES)
['cribbage', 'gin', 'points']
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from scoring.cribbage import game as cribbage
from scoring.gin import book as gin
from scoring.points import game as points
from scoring.side import SideValue

Data = Mapping[str, Any]
Rules = Mapping[str, Any]

OF_EVERY_GAME = ("credited", "first_deal", "in_a_match", "most_at_table", "rank_by", "target")
"""The rules that the `DEFAULTS` of every game have: where declared points of a bye or a missed game go, who
deals first, what is otherwise in a medal match, how many people can sit at a table, what ranks, and how many
points end a game (0 or None: the game has no target, or its other rules say it).
"""


class RuleBook(Protocol):
    """What the rules of a game answer of a result; mypy holds every module on the shelf to it.

    `data` is line data, `rules` the frozen rules of a stage, a side its index.
    """

    @property
    def DEFAULTS(self) -> dict[str, Any]:
        """The rules that a format of the game need not name (rules.md §2, §3, §5): those of `OF_EVERY_GAME`,
        and its own.
        """

    @property
    def HAS_MATCH_POINTS(self) -> bool:
        """Whether a result can be worth match points (rules.md §3.2)."""

    @property
    def CRITERIA(self) -> tuple[str, ...]:
        """The criteria of `scoring.criteria` by which an organiser may rank a day of it (rules.md §4)."""

    def decided(self, rules: Rules) -> dict[str, Any]:
        """The rules that follow from the others: `criteria`, `running`, `penalised` and the game's own.

        See rules.md §4, §5.
        """

    def results(self, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What a game played out brings to the first criterion, won and lost, ascending; both empty where
        that cannot be told of one game alone.

        See rules.md §3.2, §4, §5.
        """

    def wins_match_at(self, rules: Rules) -> int | None:
        """The skunk level that wins a match of several games at once, None where none does.

        See rules.md §3.2.
        """

    def check(self, data: Data, rules: Rules, sides: int = 2) -> None:
        """Nothing, or raises `DomainError` for what cannot be a result (rules.md §4, §5)."""

    def winner_of(self, data: Data, rules: Rules) -> int | None:
        """The side that won, None where nobody did (rules.md §4, §5)."""

    def earned(self, data: Data, rules: Rules, games_in_match: int = 1) -> tuple[SideValue, ...]:
        """What each side has of it (rules.md §3, §5)."""

    def awarded(self, how: str, points: Sequence[int], winner: int | None = None) -> dict[str, Any]:
        """Line data of a game that was not played out: `how` is one of `AWARDS`, the points are declared.

        See rules.md §4.
        """

    def turned_round(self, data: Data, order: Sequence[int] = (1, 0)) -> dict[str, Any]:
        """The same result, each side having what side `order[side]` had (rules.md §4)."""

    def rehearsed(self, chance: Random, rules: Rules, sides: int = 2) -> dict[str, Any]:
        """Line data of a game as it could be played (rules.md §4, §5)."""

    def people_of_an_entry(self, rules: Rules) -> int:
        """How many people have to play under one number: more than one where teams do (rules.md §6)."""

    def exported(self, data: Data, rules: Rules) -> dict[str, Any]:
        """The result as a file of the tournament tells it (rules.md §4, §5)."""


GAMES: dict[str, RuleBook] = {"cribbage": cribbage, "gin": gin, "points": points}
