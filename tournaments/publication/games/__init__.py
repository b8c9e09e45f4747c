"""How each game is told on screens and papers: one file, one game, all with the same functions."""

from types import ModuleType
from typing import Any

from tournaments.publication.games import cribbage, gin

GAMES: dict[str, ModuleType] = {"cribbage": cribbage, "gin": gin}


def of(rules: dict[str, Any]) -> ModuleType:
    """The words of the game that `rules` are about."""
    return GAMES[rules["game"]]
