"""A match: one game, a fixed number, best of n, or first to n match points (rules.md §3.3).

| kind      | over when                                  | won by                     |
|-----------|--------------------------------------------|----------------------------|
| one_game  | its game is settled                        | the winner of the game     |
| fixed     | n games are settled                        | most games won, or nobody  |
| best_of   | a side has more than half of n games       | that side                  |
| first_to  | a side has n match points                  | that side                  |

>>> state(Match("best_of", 3), [(0, 1, False), (1, 1, False), (0, 1, False)])
State(over=True, winner=0, games_won=(2, 1), points=(2, 1), next_deal=None)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.refusal import Refusal

KINDS = ("one_game", "fixed", "best_of", "first_to")


@dataclass(frozen=True)
class Match:
    """How a meeting is decided: its kind, and its n (games, or match points for first_to)."""

    kind: str = "one_game"
    n: int = 1

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise Refusal("unknown_match", kind=self.kind)
        if self.n < 1 or (self.kind == "best_of" and self.n % 2 == 0):
            raise Refusal("best_of_odd", n=self.n)


@dataclass(frozen=True)
class State:
    """Where a match stands; `next_deal` is the side that deals next (the loser of the last game)."""

    over: bool
    winner: int | None
    games_won: tuple[int, ...]
    points: tuple[int, ...]
    next_deal: int | None


def state(match: Match, games: Sequence[tuple[int | None, int, bool]], sides: int = 2) -> State:
    """Where a match stands after `games`: (winner's index or None, match points, wins the match at once)."""
    won, points = [0] * sides, [0] * sides
    outright = None
    for winner, worth, wins_match in games:
        if winner is not None:
            won[winner] += 1
            points[winner] += worth
            outright = winner if wins_match and outright is None else outright
    winner = outright if outright is not None else _winner(match, len(games), won, points)
    over = winner is not None or (match.kind in ("one_game", "fixed") and len(games) >= match.n)
    last = games[-1][0] if games else None
    next_deal = None if over or last is None or sides != 2 else 1 - last
    return State(over, winner, tuple(won), tuple(points), next_deal)


def _winner(match: Match, count: int, won: Sequence[int], points: Sequence[int]) -> int | None:
    if match.kind == "best_of":
        return next((side for side, games in enumerate(won) if 2 * games > match.n), None)
    if match.kind == "first_to":
        return next((side for side, total in enumerate(points) if total >= match.n), None)
    if count < match.n or won.count(max(won)) > 1:
        return None
    return won.index(max(won))
