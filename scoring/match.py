"""A match: one game, a fixed number, best of n, or first to n match points (rules.md §3.3).

| kind      | over when                                  | won by                                            |
|-----------|--------------------------------------------|---------------------------------------------------|
| one_game  | its game is settled                        | the winner of the game                            |
| fixed     | n games are settled                        | most games won (or most match points), or nobody  |
| best_of   | a side has more than half of n games       | that side                                         |
| first_to  | a side has n match points                  | that side                                         |

A triple skunk may win any match of several games at once (rules.md §3.2). What was played after a match was
won does not count. A fixed number is played to the end, whoever leads: its games count match by match point.

| where the sources are silent                  | options, the default first                            |
|-----------------------------------------------|-------------------------------------------------------|
| what a fixed number of games is decided by    | `games`, `points` (match points)                      |
| who deals next with three or more sides       | `cut`, `left` of the winner (sides in order of seats) |

With two sides the loser deals first in the next game. Where nobody won, the deal is cut.

>>> state(Match("best_of", 3), [(0, 1, False), (1, 1, False), (0, 1, False)])
State(over=True, winner=0, games_won=(2, 1), points=(2, 1), next_deal=None)
>>> state(Match("fixed", 3), [(0, 2, False)]).next_deal
1
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.refusal import Refusal

KINDS = ("one_game", "fixed", "best_of", "first_to")
DECIDED_BY = ("games", "points")
DEALS_NEXT = ("cut", "left")

Game = tuple[int | None, int, bool]
"""A settled game: the index of the side that won (or None), its match points, whether it wins the match."""


@dataclass(frozen=True)
class Match:
    """How a meeting is decided (rules.md §3.3): its kind, and its n (games, or match points for first_to).

    `by` is what a fixed number of games is decided by, `deals` who deals next with three or more sides.
    """

    kind: str = "one_game"
    n: int = 1
    by: str = "games"
    deals: str = "cut"

    def __post_init__(self) -> None:
        if self.kind not in KINDS or self.by not in DECIDED_BY or self.deals not in DEALS_NEXT:
            raise Refusal("unknown_match", kind=str(self.kind))
        if not isinstance(self.n, int) or isinstance(self.n, bool) or self.n < 1:
            raise Refusal("match_number", n=str(self.n))
        if self.kind == "one_game" and self.n != 1:
            raise Refusal("one_game_is_one", n=self.n)
        if self.kind == "best_of" and self.n % 2 == 0:
            raise Refusal("best_of_odd", n=self.n)


@dataclass(frozen=True)
class State:
    """Where a match stands, and which side deals the next game (None: it is over, or the deal is cut)."""

    over: bool
    winner: int | None
    games_won: tuple[int, ...]
    points: tuple[int, ...]
    next_deal: int | None


def state(match: Match, games: Sequence[Game], sides: int = 2) -> State:
    """Where a match stands after `games`, in their order (rules.md §3.3).

    A game is (winner's index or None, match points, wins the match at once). Raises `Refusal`
    (`unknown_winner`) for a winner who is no side.
    """
    _check_winners(games, sides)
    won, points = [0] * sides, [0] * sides
    over, winner, last = False, None, None
    for played, (last, worth, at_once) in enumerate(games, start=1):
        if last is not None:
            won[last] += 1
            points[last] += worth
        winner = last if at_once else _winner(match, played, won, points)
        over = winner is not None or (match.kind in ("one_game", "fixed") and played >= match.n)
        if over:
            break
    next_deal = None if over else dealer_after(last, sides, match.deals)
    return State(over, winner, tuple(won), tuple(points), next_deal)


def _check_winners(games: Sequence[Game], sides: int) -> None:
    for winner, _worth, _at_once in games:
        if winner is not None and (type(winner) is not int or winner not in range(sides)):
            raise Refusal("unknown_winner", winner=str(winner))


def dealer_after(winner: int | None, sides: int = 2, deals: str = "cut") -> int | None:
    """Which side deals first after a game that `winner` won; None where the deal is cut (rules.md §3.3).

    >>> dealer_after(0), dealer_after(None), dealer_after(1, sides=3), dealer_after(2, sides=3, deals="left")
    (1, None, None, 0)
    """
    if winner is None or sides < 2 or (sides > 2 and deals == "cut"):
        return None
    return (winner + 1) % sides


def _winner(match: Match, played: int, won: Sequence[int], points: Sequence[int]) -> int | None:
    if match.kind == "best_of":
        return next((side for side, games in enumerate(won) if 2 * games > match.n), None)
    if match.kind == "first_to":
        return next((side for side, total in enumerate(points) if total >= match.n), None)
    if played < match.n:
        return None
    leading = points if match.by == "points" else won
    best = max(leading)
    return leading.index(best) if list(leading).count(best) == 1 else None
