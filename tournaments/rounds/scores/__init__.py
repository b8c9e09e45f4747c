"""The score book: `write_line` is the only way in which a result is recorded."""

from scoring.games import GAMES
from tournaments.rounds.scores import desk, two_cards
from tournaments.rounds.scores.cache import NEAR, impossible_clocks, rebuild
from tournaments.rounds.scores.desk import record
from tournaments.rounds.scores.game_state import (
    current_result,
    last_line_of,
    match_of,
    readable,
    sides_of,
    who_meets,
)
from tournaments.rounds.scores.lines import WriteResult, check_data, void_game, write_line
from tournaments.rounds.scores.misdirected_results import (
    MisdirectedResult,
    find_misdirected,
    write_misdirected,
)
from tournaments.rounds.scores.overview import (
    GameState,
    TableState,
    match_state,
    settled_among,
    table_among,
    table_numbered,
    table_of,
    table_states,
    tables_at,
    unsettled,
    with_line,
)
from tournaments.rounds.scores.penalties import (
    PenaltyEffect,
    RecordedPenalty,
    penalise,
    points_off,
    ruled_in,
    seat_in,
    take_back,
)
from tournaments.rounds.scores.progress import Known, Progress, progress
from tournaments.rounds.scores.submissions import (
    Submission,
    SubmissionResult,
    queue_for_review,
    submit,
)
