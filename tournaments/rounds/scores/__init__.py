"""The score book: `write` is the only way a result comes in."""

from scoring.games import GAMES
from tournaments.rounds.scores import desk, two_cards
from tournaments.rounds.scores.amounts import amount_of, last_line_of, match_of, readable, sides_of, who_meets
from tournaments.rounds.scores.cache import NEAR, impossible_clocks, rebuild
from tournaments.rounds.scores.lines import Answer, check_data, void_game, write
from tournaments.rounds.scores.overview import (
    GameState,
    TableState,
    match_state,
    overview,
    settled_among,
    table_among,
    table_of,
    unsettled,
)
from tournaments.rounds.scores.penalising import (
    Ruled,
    Takes,
    penalise,
    points_off,
    ruled_in,
    seat_in,
    take_back,
)
from tournaments.rounds.scores.repeats import Repeat, repeat, repeatable
from tournaments.rounds.scores.submissions import Outcome, Submission, ask, say
