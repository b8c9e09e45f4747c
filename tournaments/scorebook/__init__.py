"""The score book: `write` is the only way a result comes in."""

from scoring.games import GAMES
from tournaments.scorebook import desk, two_cards
from tournaments.scorebook.amounts import amount_of, last_line_of, match_of, readable, sides_of, who_meets
from tournaments.scorebook.cache import NEAR, impossible_clocks, rebuild
from tournaments.scorebook.lines import Answer, check_data, void_game, write
from tournaments.scorebook.overview import (
    GameState,
    TableState,
    match_state,
    overview,
    settled_among,
    table_among,
    table_of,
    unsettled,
)
from tournaments.scorebook.penalising import Ruled, Takes, penalise, points_off, ruled_in, seat_in, take_back
from tournaments.scorebook.repeats import Repeat, repeat, repeatable
from tournaments.scorebook.submissions import Outcome, Submission, ask, say
