"""The registry of ranking criteria, in `CRITERIA` (rules.md §4).

| criterion        | ranks higher                                                      |
|------------------|-------------------------------------------------------------------|
| `pegged`         | more points of all games; in gin the totals                       |
| `match_points`   | more by the table of the tournament                               |
| `won`            | more games won                                                    |
| `matches_won`    | more matches of several games won                                 |
| `team_points`    | more of the matches of teams on several boards                    |
| `spread`         | more points for less points against                               |
| `value`          | in gin more value of the games, + for a win, - for a loss         |
| `plus`           | a higher sum of the margins of games won                          |
| `losing_points`  | a lower sum of the margins of games lost                          |
| `skunks`         | more skunks given                                                 |
| `skunks_taken`   | fewer skunks taken                                                |
| `points_left`    | fewer points left to the target in games lost                     |
| `games_behind`   | fewer games behind the leader                                     |
| `buchholz`       | more games won by the opponents                                   |
| `buchholz_cut_1` | the same without the opponent who has won least                   |
| `head_to_head`   | more wins among those who are level                               |
| `played_match`   | who won the match about a medal                                   |
| `lot`            | who was drawn first                                               |

A game adds criteria for figures that it alone counts (`add_figures`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from scoring.criteria import (
    buchholz,
    buchholz_cut_1,
    games_behind,
    head_to_head,
    losing_points,
    lot,
    matches_won,
    played_match,
    plus,
    points_left,
    skunks_taken,
    team_points,
)
from scoring.criteria.column_sum import ColumnSum
from scoring.criteria.field import BYES_AS, FORFEITS_AS, GameRecord, RankingInput, Unplayed
from scoring.criteria.game_figure import GameFigure
from scoring.errors import DomainError
from scoring.match import read_match


class Criterion(Protocol):
    """A criterion that ranks; mypy checks that all in `CRITERIA` fit it."""

    @property
    def CODE(self) -> str:
        """Its name in the rules of a stage."""

    @property
    def COLUMN(self) -> str:
        """The sum of the score book that it is; empty if it is computed from single games."""

    @property
    def LOWEST(self) -> bool:
        """Return whether the lowest value ranks first."""

    @property
    def AMONG_TIED(self) -> bool:
        """Return whether the criterion only parts those who are level so far, and depends on who they are."""

    def values(self, numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
        """Return the value of each of `numbers`: all ranked, or those who are level (`AMONG_TIED`)."""


CRITERIA: dict[str, Criterion] = {
    one.CODE: one
    for one in (
        ColumnSum("pegged"), ColumnSum("match_points"), ColumnSum("won"), matches_won, team_points,
        ColumnSum("spread"), ColumnSum("value"), plus, losing_points, ColumnSum("skunks"),
        skunks_taken, points_left, games_behind, buchholz, buchholz_cut_1, head_to_head, played_match, lot,
    )
}  # fmt: skip
COMMON_CRITERIA = tuple(CRITERIA)
"""The criteria that are not the figure of one game."""
OPPONENT_CRITERIA = ("buchholz", "buchholz_cut_1", "head_to_head")
"""The criteria that depend on how byes and forfeits count (`byes_as`, `forfeits_as` of `RankingInput`)."""
MATCH_CRITERIA = ("matches_won", "team_points")
"""The criteria that no single game has: they are computed from all games of two sides in one round."""
MAX_CRITERIA = 8


def add_figures(figures: Sequence[GameFigure]) -> None:
    """Add the figures that a game alone counts to the criteria (rules.md §4).

    Raises `ValueError` for a code that another criterion has.

    >>> add_figures([GameFigure("won")])
    Traceback (most recent call last):
    ...
    ValueError: a criterion has the code won already
    """
    for figure in figures:
        if CRITERIA.setdefault(figure.CODE, figure) != figure:
            raise ValueError(f"a criterion has the code {figure.CODE} already")


def needs_games(order: Sequence[str]) -> bool:
    """Return whether some of the criteria `order` are computed from single games."""
    return any(not CRITERIA[code].COLUMN and code not in ("lot", "played_match") for code in order)


def check_order(order: Sequence[str], known: Sequence[str]) -> None:
    """Raise an error for an order of criteria that could not rank (rules.md §4).

    `known` are the criteria of the game. Raises `KeyError` for a criterion that the game does not have,
    `DomainError` for an order that no tournament could have.

    >>> check_order(["won", "head_to_head", "lot"], list(CRITERIA))
    """
    for code in order:
        if code not in known or code not in CRITERIA:
            raise KeyError(f"not a criterion of this game: {code}")
    if not order or CRITERIA[order[0]].AMONG_TIED:
        raise DomainError("criteria_first")
    if len(set(order)) < len(order):
        raise DomainError("criteria_twice")
    if len(order) > MAX_CRITERIA:
        raise DomainError("criteria_too_many", most=MAX_CRITERIA)
    if "lot" in order[:-1]:
        raise DomainError("criteria_after_lot")


def check_match(order: Sequence[str], rules: Mapping[str, Any]) -> None:
    """Raise `DomainError` for a criterion of matches that the rules do not allow (rules.md §3.3, §4, §14).

    `matches_won` needs rounds of several games, `team_points` needs teams that meet on boards.

    >>> check_match(["matches_won"], {"match": {"kind": "best_of", "games": 3}})
    """
    if "matches_won" in order and not read_match(rules).several:
        raise DomainError("criteria_no_match")
    if "team_points" in order and not rules.get("boards"):
        raise DomainError("criteria_no_boards")


def credited_index(rules: Mapping[str, Any]) -> int | None:
    """Return the index of the criterion that counts points declared for byes and missed games, or None.

    >>> credited_index({"criteria": ["won", "value"], "credited": "value"})
    1
    >>> credited_index({"criteria": ["match_points", "won", "spread"], "credited": "pegged"})
    """
    counts = (rules["credited"], points_left.CODE)
    return next((at for at, code in enumerate(rules["criteria"]) if code in counts), None)


def is_undeclared(rules: Mapping[str, Any], name: str) -> bool:
    """Return whether the rule `name` (`bye_credit` or `missed`) affects the ranking and has no value yet."""
    return rules[name] is None and credited_index(rules) is not None


def first_game_criterion(order: Sequence[str]) -> str:
    """Return the first criterion that single games add up to, which a card shows game by game (rules.md §4).

    >>> first_game_criterion(["matches_won", "match_points", "spread"]), first_game_criterion(["matches_won"])
    ('match_points', 'pegged')
    """
    return next((code for code in order if code not in MATCH_CRITERIA), "pegged")
