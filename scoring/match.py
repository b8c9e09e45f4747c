"""A match: one game, a fixed number, best of n, or first to n match points (rules.md §3.3).

| kind      | over when                                  | won by                                            |
|-----------|--------------------------------------------|---------------------------------------------------|
| one_game  | its game is settled                        | the winner of the game                            |
| fixed     | n games are settled                        | most games won (or most match points), or none    |
| best_of   | a side has more than half of n games       | that side                                         |
| first_to  | a side has n match points                  | that side                                         |

A triple skunk may win any match of several games at once (rules.md §3.2). What was played after a match was
won does not count. A fixed number is played to the end, even if it is decided: all of its games count. If
games without a winner use up all that a match can have (`most_games`), the leading side wins it. If both
sides forfeit a game, the match ends without a winner.

| where the sources are silent                  | options, the default first                            |
|-----------------------------------------------|-------------------------------------------------------|
| what a fixed number of games is decided by    | `games`, `points` (match points)                      |
| who deals next with three or more sides       | `cut`, `left` of the winner (sides in order of seats) |

With two sides the loser deals first in the next game. After a game without a winner the deal is cut.

In the frozen rules of a stage a match is data (`match`, read by `read_match`):

| name     | meaning                                                                                      |
|----------|----------------------------------------------------------------------------------------------|
| `kind`   | `fixed`, `best_of` or `first_to`                                                             |
| `games`  | how many games are played, or can be: not with first_to, where it follows                    |
| `points` | how many match points win it, with first_to alone                                            |
| `by`     | what a fixed number of games is decided by, `games` where it is not there                    |
| `bye`    | what a bye is in matches won: `nothing` (where it is not there), `half` or `won`             |

>>> state(Match("best_of", 3), [(0, 1, False), (1, 1, False), (0, 1, False)])
State(over=True, winner=0, games_won=(2, 1), points=(2, 1), next_deal=None, counted=3)
>>> state(Match("fixed", 3), [(0, 2, False)]).next_deal
1
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import DomainError, is_whole
from scoring.side import SideValue

KINDS = ("one_game", "fixed", "best_of", "first_to")
DECIDED_BY = ("games", "points")
DEALS_NEXT = ("cut", "left")
BYES = {"nothing": 0, "half": 1, "won": 2}
"""The value of a bye in matches won, in halves of a match."""
FORFEIT = "forfeit"
MAX_GAMES = 15
"""The most games that a match of two sides can have: a slip has as many boxes."""
ONE_GAME: dict[str, Any] = {"kind": "fixed", "games": 1}
"""The match of a tournament in which every round is one game, as rules hold it."""

Game = tuple[int | None, int, bool]
"""A settled game: the index of the side that won (or None), its match points, whether it ends the match."""

BOTH_FORFEIT: Game = (None, 0, True)


@dataclass(frozen=True)
class Match:
    """The rules of a match: its kind, and its n (games, or match points for first_to) (rules.md §3.3).

    `by` decides a fixed number of games, `deals` says who deals next with three or more sides, `bye` is the
    value of a bye in matches won.
    """

    kind: str = "one_game"
    n: int = 1
    by: str = "games"
    deals: str = "cut"
    bye: str = "nothing"

    def __post_init__(self) -> None:
        known = ((self.kind, KINDS), (self.by, DECIDED_BY), (self.deals, DEALS_NEXT), (self.bye, tuple(BYES)))
        if any(value not in values for value, values in known):
            raise DomainError("unknown_match", kind=str(self.kind)[:40])
        if not isinstance(self.n, int) or isinstance(self.n, bool) or self.n < 1:
            raise DomainError("match_number", n=str(self.n))
        if self.kind == "one_game" and self.n != 1:
            raise DomainError("one_game_is_one", n=self.n)
        if self.kind == "best_of" and self.n % 2 == 0:
            raise DomainError("best_of_odd", n=self.n)

    def most_games(self, sides: int = 2) -> int:
        """Return the most games that the match can have, if each of them has a winner (rules.md §3.3).

        >>> Match("first_to", 5).most_games(), Match("first_to", 5).most_games(sides=3)
        (9, 13)
        """
        return max(sides, 1) * (self.n - 1) + 1 if self.kind == "first_to" else self.n

    @property
    def decided_by_points(self) -> bool:
        """Return whether match points decide the match, not games won (rules.md §3.3)."""
        return self.kind == "first_to" or (self.kind == "fixed" and self.by == "points")

    @property
    def several(self) -> bool:
        """Return whether the match can have more than one game (rules.md §3.3)."""
        return self.most_games() > 1


def read_match(rules: Mapping[str, Any]) -> Match:
    """Return the match that every meeting of a stage is, by its frozen rules (rules.md §3.3).

    Rules that were frozen before matches were part of them have one game, those of medal matches the best of
    `games`. Raises `DomainError` for a match that cannot be.

    >>> read_match({"match": {"kind": "first_to", "points": 5}})
    Match(kind='first_to', n=5, by='games', deals='cut', bye='nothing')
    >>> read_match({}).n, read_match({"games": 3}).kind
    (1, 'best_of')
    """
    stored = rules.get("match")
    if stored is None:
        games = rules.get("games", 1)
        return Match("best_of", games) if games > 1 else Match()
    if not isinstance(stored, Mapping) or set(stored) - {"kind", "games", "points", "by", "bye"}:
        raise DomainError("unknown_match", kind=str(stored)[:40])
    first_to = stored.get("kind") == "first_to"
    if ("points" in stored) != first_to or ("games" in stored) == first_to:
        raise DomainError("unknown_match", kind=str(stored.get("kind"))[:40])
    n = stored["points"] if first_to else stored["games"]
    if not is_whole(n):
        raise DomainError("match_number", n=str(n)[:40])
    match = Match(stored.get("kind", ""), n, stored.get("by", "games"), bye=stored.get("bye", "nothing"))
    if match.most_games() > MAX_GAMES:
        raise DomainError("match_too_long", games=match.most_games(), most=MAX_GAMES)
    return match


def clean_match(rules: Mapping[str, Any]) -> Match:
    """Check the match of a tournament against its rules, and return it (rules.md §3.3).

    Raises `DomainError` if match points would decide it and none are counted, and for a match that cannot be.
    """
    match = read_match(rules)
    if match.decided_by_points and rules.get("match_points") is None:
        raise DomainError("match_no_table")
    return match


@dataclass(frozen=True)
class State:
    """The state of a match, and which side deals the next game (None: it is over, or the deal is cut).

    `counted` is how many of the games count: games played after the match was won do not.
    """

    over: bool
    winner: int | None
    games_won: tuple[int, ...]
    points: tuple[int, ...]
    next_deal: int | None
    counted: int


def state(match: Match, games: Sequence[Game], sides: int = 2) -> State:
    """Return the state of a match after `games`, in their order (rules.md §3.3).

    A game is (winner's index or None, match points, ends the match at once). A match that both sides have
    forfeited has no winner. Raises `DomainError` (`unknown_winner`) for a winner who is not one of the sides.
    """
    _check_winners(games, sides)
    won, points = [0] * sides, [0] * sides
    over, winner, last, played = False, None, None, 0
    most = match.most_games(sides)
    for played, (last, worth, at_once) in enumerate(games, start=1):
        if last is not None:
            won[last] += 1
            points[last] += worth
        winner = last if at_once else _winner(match, played, won, points, most)
        over = at_once or winner is not None or played >= most
        if over:
            break
    next_deal = None if over else dealer_after(last, sides, match.deals)
    return State(over, winner, tuple(won), tuple(points), next_deal, played)


def outcome(values: Sequence[SideValue], wins_match_at: int | None = None) -> Game:
    """Return a game as a match counts it, from the values of each side (rules.md §3.3).

    `wins_match_at` is the skunk level that wins a match at once, for values without `wins_match`. A forfeit
    without a winner means that both sides forfeited: it ends the match.

    >>> outcome([SideValue(how="forfeit"), SideValue(how="forfeit")])
    (None, 0, True)
    """
    winner = next((side for side, value in enumerate(values) if value.won), None)
    if winner is None:
        return BOTH_FORFEIT if values[0].how == FORFEIT else (None, 0, False)
    won = values[winner]
    at_once = won.wins_match or (wins_match_at is not None and won.skunk >= wins_match_at)
    return winner, won.match_points, at_once


def halves_won(
    match: Match, games: Sequence[Sequence[SideValue]], sides: int = 2, wins_match_at: int | None = None
) -> tuple[int, ...]:
    """Return the share of each side in a match, in halves: 2 for a win, 1 if it ended level (rules.md §3.3).

    `games` are the values of each side, game by game; for `wins_match_at` see `outcome`. A match that is not
    over gives nothing, nor one that both sides have forfeited, or of which no game was played or won.

    >>> won, lost, away = SideValue(won=True), SideValue(), SideValue(how="no_show", played=False)
    >>> halves_won(Match("best_of", 3), [(won, lost)] * 2), halves_won(Match(), [(lost, lost)])
    ((2, 0), (1, 1))
    >>> halves_won(Match(), [(away, away)])
    (0, 0)
    """
    outcomes = [outcome(values, wins_match_at) for values in games]
    standing = state(match, outcomes, sides)
    if not standing.over:
        return (0,) * sides
    if standing.winner is not None:
        return tuple(2 * (side == standing.winner) for side in range(sides))
    forfeited = outcomes[standing.counted - 1] == BOTH_FORFEIT
    counted = games[: standing.counted]
    halved = not forfeited and any(value.played or value.won for values in counted for value in values)
    return (int(halved),) * sides


def _check_winners(games: Sequence[Game], sides: int) -> None:
    for winner, _worth, _at_once in games:
        if winner is not None and (type(winner) is not int or winner not in range(sides)):
            raise DomainError("unknown_winner", winner=str(winner))


def dealer_after(winner: int | None, sides: int = 2, deals: str = "cut") -> int | None:
    """Return the side that deals first after `winner` won, or None if the deal is cut (rules.md §3.3).

    >>> dealer_after(0), dealer_after(None), dealer_after(1, sides=3), dealer_after(2, sides=3, deals="left")
    (1, None, None, 0)
    """
    if winner is None or sides < 2 or (sides > 2 and deals == "cut"):
        return None
    return (winner + 1) % sides


def _winner(match: Match, played: int, won: Sequence[int], points: Sequence[int], most: int) -> int | None:
    leading = list(points if match.decided_by_points else won)
    best = max(leading)
    goal = {"best_of": match.n // 2 + 1, "first_to": match.n}.get(match.kind)
    if goal is not None and best >= goal:
        return leading.index(best)
    return leading.index(best) if played >= most and leading.count(best) == 1 else None
