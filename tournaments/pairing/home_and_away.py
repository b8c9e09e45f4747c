"""Fixtures of a league: all meet all once, or twice with home and away changed.

| part                          | rule                                                                     |
|-------------------------------|--------------------------------------------------------------------------|
| pairs                         | the circle, of sides drawn by lot; with an odd number one place is empty |
| home side                     | on the circle every other pair is turned round, so that home and away    |
|                               | change from round to round as often as possible                          |
| the second half of a double   | the first one with home and away changed, begun where no side is at home |
|                               | or away three times in a row, or meets the same side twice in a row      |
| a postponed game              | the first round of its new evening in which both sides are free, or else |
|                               | an additional round at its end                                           |

Sides are numbered from 1. With an odd number each sits out once in a half. From three sides on none is at
home or away more than twice in a row; over a half home and away games differ by at most one.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from tournaments.pairing.draw import Draw

MIN_SIDES, MAX_SIDES = 2, 40

Pair = tuple[int, int]
"""The home side and the away side."""
Rounds = tuple[tuple[Pair, ...], ...]
Game = TypeVar("Game", bound=tuple[object, ...])


def fixtures(sides: int, *, double: bool, seed: int) -> Rounds:
    """Return the rounds of a league of so many `sides`. Raises ValueError for fewer than 2 or more than 40.

    >>> fixtures(2, double=True, seed=1)
    (((1, 2),), ((2, 1),))
    >>> [len(pairs) for pairs in fixtures(5, double=False, seed=1)]
    [2, 2, 2, 2, 2]
    """
    if not MIN_SIDES <= sides <= MAX_SIDES:
        raise ValueError(f"a league has {MIN_SIDES} to {MAX_SIDES} sides, not {sides}")
    drawn = Draw(seed).shuffled(list(range(1, sides + 1)))
    half = [[(drawn[home], drawn[away]) for home, away in pairs] for pairs in _circle(sides)]
    rounds = half + (_second_half(half) if double else [])
    return tuple(tuple(sorted(pairs)) for pairs in rounds)


def _circle(sides: int) -> list[list[Pair]]:
    """Return the circle, its pairs turned as de Werra does (Scheduling in sports, 1981); places from 0."""
    places = sides + sides % 2
    last, around = places - 1, places - 1
    rounds = []
    for turn in range(around):
        pairs = [(turn, last) if turn % 2 else (last, turn)]
        for step in range(1, places // 2):
            pair = (turn + step) % around, (turn - step) % around
            pairs.append(pair if step % 2 else pair[::-1])
        rounds.append([pair for pair in pairs if max(pair) < sides])
    return rounds


def _second_half(half: list[list[Pair]]) -> list[list[Pair]]:
    """Return the second half: home and away changed, begun at the round where that goes on best."""
    turned = [[(away, home) for home, away in pairs] for pairs in half]

    def begun(at: int) -> list[list[Pair]]:
        return turned[at:] + turned[:at]

    def bad(at: int) -> tuple[int, bool]:
        rounds = half + begun(at)
        at_once = len(half) > 1 and at == len(half) - 1
        return max(longest_run(rounds), 2), at_once

    return begun(min(range(len(half)), key=bad))


def longest_run(rounds: Sequence[Iterable[Pair]]) -> int:
    """Return how often in a row a side is at home, or away, at most; a round that is sat out does not count.

    >>> longest_run([[(1, 2)], [(1, 3)], [(3, 2)]])
    2
    """
    turns: dict[int, list[str]] = {}
    for pairs in rounds:
        for home, away in pairs:
            turns.setdefault(home, []).append("home")
            turns.setdefault(away, []).append("away")
    runs = (len(list(run)) for where in turns.values() for _, run in groupby(where))
    return max(runs, default=0)


def add_games(rounds: Sequence[Sequence[Game]], more: Iterable[Game]) -> list[list[Game]]:
    """Add games to the rounds of an evening; none of its own moves to another round.

    A game is a tuple that begins with the home side and the away side.

    >>> add_games([[(1, 2)], [(1, 3)]], [(4, 3), (3, 1)])
    [[(1, 2), (4, 3)], [(1, 3)], [(3, 1)]]
    """
    placed = [list(games) for games in rounds]
    for game in more:
        free = (games for games in placed if not {side for one in games for side in one[:2]} & set(game[:2]))
        found = next(free, None)
        if found is None:
            placed.append([game])
        else:
            found.append(game)
    return placed
