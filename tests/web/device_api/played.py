"""Games as they were really played at a table, and their scores, computed apart from the program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

Json = dict[str, Any]
TARGET = 121


@dataclass(frozen=True)
class Score:
    """The score of one side in one game."""

    points: int
    won: bool
    value: int = 0


@dataclass(frozen=True)
class PlayedMeeting:
    """A meeting as it was played: the players by side, and the result of each game."""

    players: tuple[int, ...]
    games: tuple[Json, ...]


@dataclass(frozen=True)
class Game:
    """A game of cards: functions that deal it, make a mistake in it, and add it up, for the ranks too."""

    deal: Callable[[Random, Json, int], Json]
    mistake: Callable[[Json, Random, bool], Json]
    scores: Callable[[Json, Json], tuple[Score, ...]]
    ranked: Callable[[list[Score]], tuple[int, ...]]


def match(game: Game, chance: Random, rules: Json, most: int, sides: int = 2) -> tuple[Json, ...]:
    """Return the games of a match, until one side has more than half of `most`."""
    games: list[Json] = []
    won = [0] * sides
    while 2 * max(won) <= most:
        games.append(game.deal(chance, rules, sides))
        won[[score.won for score in game.scores(games[-1], rules)].index(True)] += 1
    return tuple(games)


def _deal_cribbage(chance: Random, rules: Json, sides: int) -> Json:
    pegged = [chance.randrange(60, TARGET) for _side in range(sides)]
    pegged[chance.randrange(sides)] = TARGET
    return {"v": 1, "pegged": pegged}


def _mistake_cribbage(data: Json, chance: Random, turned: bool) -> Json:
    """Return a result with the winner entered backwards (all moved by one), or a loser's points misread.

    In a match the winner stays, as a match that ends at another game is another case.
    """
    pegged = list(data["pegged"])
    if turned and chance.random() < 0.5:
        pegged = [*pegged[1:], pegged[0]]
    else:
        loser = pegged.index(min(pegged))
        pegged[loser] = (pegged[loser] + chance.randrange(1, 20)) % TARGET
    return {"v": 1, "pegged": pegged}


def _scores_cribbage(data: Json, rules: Json) -> tuple[Score, ...]:
    return tuple(Score(points, points == TARGET) for points in data["pegged"])


def _deal_gin(chance: Random, rules: Json, sides: int) -> Json:
    from scoring.gin import book

    return book.simulated_data(chance, rules, sides)


def _mistake_gin(data: Json, chance: Random, turned: bool) -> Json:
    """Return a sheet with the winner of each hand in the other column."""
    from scoring.gin import book

    return book.reorder_sides(data)


def _scores_gin(data: Json, rules: Json) -> tuple[Score, Score]:
    from scoring.gin import book

    totals, winner = book.final_totals(data, rules), book.winner_of(data, rules)
    value = abs(totals[0] - totals[1])
    one, other = (
        Score(total, side == winner, value if side == winner else -value) for side, total in enumerate(totals)
    )
    return one, other


GAMES = {
    "cribbage": Game(
        _deal_cribbage,
        _mistake_cribbage,
        _scores_cribbage,
        lambda scores: (sum(score.points for score in scores),),
    ),
    "gin": Game(
        _deal_gin,
        _mistake_gin,
        _scores_gin,
        lambda scores: (sum(score.won for score in scores), sum(score.value for score in scores)),
    ),
}
