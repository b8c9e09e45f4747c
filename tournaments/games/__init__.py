"""The registry of games: one package a game, and its line in `GAMES`. No other module asks which game it is.

The rules and results of a game, without Django, are in `scoring/` under the same name (`scoring.games`);
packages below this one know that part alone. Everything else about it is in its package here, whose `GAME`
bundles the parts (`game.py`). Each part reads the frozen rules of a stage once, into a typed value
(`CribbageRules.read(rules)`). Other modules let the game answer: `GAMES[stage.game].words.result(…)`.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.games import cribbage, euchre, gin, points
from tournaments.games.game import Game

GAMES: dict[str, Game] = {
    "cribbage": cribbage.GAME,
    "gin": gin.GAME,
    "points": points.GAME,
    "euchre": euchre.GAME,
}


def game_of(rules: Mapping[str, Any]) -> Game:
    """Return the game that the rules of a stage name."""
    return GAMES[rules["game"]]
