"""3  The score book: `write` is the only way a result comes in."""

from scoring.games import GAMES
from tournaments.scorebook import desk
from tournaments.scorebook.amounts import (
    Amount,
    amount_of,
    last_line_of,
    match_of,
    readable,
    sides_of,
)
from tournaments.scorebook.cache import NEAR, impossible_clocks, rebuild
from tournaments.scorebook.lines import Answer, void_game, write
from tournaments.scorebook.overview import GameState, TableState, match_state, overview, table_of
from tournaments.scorebook.repeats import Repeat, repeat, repeatable
from tournaments.scorebook.table import Heard, Said, ask, say

__all__ = [
    "GAMES",
    "NEAR",
    "Amount",
    "Answer",
    "GameState",
    "Heard",
    "Repeat",
    "Said",
    "TableState",
    "amount_of",
    "ask",
    "desk",
    "impossible_clocks",
    "last_line_of",
    "match_of",
    "match_state",
    "overview",
    "readable",
    "rebuild",
    "repeat",
    "repeatable",
    "say",
    "sides_of",
    "table_of",
    "void_game",
    "write",
]
