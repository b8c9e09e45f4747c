"""The games of a sheet in which a hand is written (rules.md §7.2).

| sheet     | a side's first win | its second    | every later one | fines taken off a side    |
|-----------|--------------------|---------------|-----------------|---------------------------|
| one game  | game 1             | game 1        | game 1          | game 1                    |
| Hollywood | game 1             | games 1 and 2 | all three       | as its last win           |

A game goes to the first side that reaches its target. To the letter of the source (`hollywood_letter`) that
side writes no more there, the other still does until it has the target too, and the sheet ends when one side
has the target in each of the three games, first there or not. Otherwise the sheet ends when each game is won;
one is then closed for both, or with `hollywood_open` for its winner alone. A plain sheet of one game works
the same, with one column. The sources do not say where a fine is written on a Hollywood sheet: here it is
taken off the games that the offender has entered (game 1 before the first win).

>>> from scoring.gin.rules import GinRules
>>> rules = GinRules(hollywood=True)
>>> games = games_after(empty_games(rules), rules, gains=(15, 0), wins=(1, 0), winner=0)
>>> [game.points for game in games]
[(15, 0), (0, 0), (0, 0)]
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from scoring.gin.meetings import sides
from scoring.gin.rules import GinRules
from scoring.gin.settlement import Standing

HOLLYWOOD_GAMES = 3

Games: TypeAlias = tuple[Standing, ...]


def empty_games(rules: GinRules) -> Games:
    """Return the empty games of a sheet: one, or the three of Hollywood (rules.md §7.2)."""
    nothing = (0,) * len(sides(rules))
    return (Standing(nothing, nothing),) * (HOLLYWOOD_GAMES if rules.hollywood else 1)


def games_written(wins: int, games: int) -> int:
    """Return in how many of the games a side that has won `wins` hands writes (rules.md §7.2).

    >>> [games_written(wins, 3) for wins in (0, 1, 2, 3, 9)]
    [1, 1, 2, 3, 3]
    """
    return min(max(wins, 1), games)


def can_write(game: Standing, side: int, rules: GinRules) -> bool:
    """Return whether a side can write in a game: it is not closed, or only for the winner (rules.md §7.2)."""
    return game.winner is None or (rules.both_write and game.points[side] < rules.target)


def is_over(games: Games, rules: GinRules) -> bool:
    """Return whether the sheet has ended (rules.md §7.2)."""
    if rules.hollywood_letter:
        each = range(len(games[0].points))
        return any(all(game.points[side] >= rules.target for game in games) for side in each)
    return all(game.winner is not None for game in games)


def games_after(
    games: Games, rules: GinRules, *, gains: Sequence[int], wins: Sequence[int], winner: int | None
) -> Games:
    """Return the games after a hand (rules.md §5, §7.2).

    `gains` are the changes of each side by the hand (points less fines), `wins` the hands each side has won,
    this one counted, and `winner` the side that won it.
    """
    return tuple(
        _game_after(game, rules, number, gains, [games_written(won, len(games)) for won in wins], winner)
        for number, game in enumerate(games, 1)
    )


def _game_after(
    game: Standing,
    rules: GinRules,
    number: int,
    gains: Sequence[int],
    reaches: Sequence[int],
    winner: int | None,
) -> Standing:
    points, boxes = list(game.points), list(game.boxes)
    for side, gain in enumerate(gains):
        if number <= reaches[side] and can_write(game, side, rules):
            points[side] += gain
            boxes[side] += side == winner
    after = replace(game, points=tuple(points), boxes=tuple(boxes))
    reached = winner is not None and points[winner] >= rules.target
    return replace(after, winner=winner) if game.winner is None and reached else after
