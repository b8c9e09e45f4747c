"""The shelf of games: one package a game, and its line in `GAMES`. Nobody else asks which game it is.

Its rules and results, pure, are in `scoring/` under the same name, on the shelf of `scoring.games`.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.games import cribbage, gin, points
from tournaments.games.game import Game

GAMES: dict[str, Game] = {"cribbage": cribbage.GAME, "gin": gin.GAME, "points": points.GAME}


def game_of(rules: Mapping[str, Any]) -> Game:
    """The game that the rules of a stage are about."""
    return GAMES[rules["game"]]
