"""The score book: every result is a line, and only `lines.py` writes lines."""

from scoring.games import GAMES
from tournaments.rounds.scores import desk, two_cards
from tournaments.rounds.scores.desk import record
from tournaments.rounds.scores.lines import WriteResult, check_data, write_line
from tournaments.rounds.scores.loaded_game import (
    current_result,
    last_line_of,
    match_of,
    meetings_with_sides,
    scoring_line,
    sides_of,
)
from tournaments.rounds.scores.misdirected_results import (
    MisdirectedResult,
    find_misdirected,
    write_misdirected,
)
from tournaments.rounds.scores.penalties import (
    PenaltyEffect,
    RecordedPenalty,
    entry_meeting,
    penalise,
    points_off,
    recorded_penalties,
    take_back,
)
from tournaments.rounds.scores.progress import KnownState, Progress, progress
from tournaments.rounds.scores.results import MAX_CLOCK_DIFFERENCE, impossible_clocks, rebuild
from tournaments.rounds.scores.submissions import (
    Submission,
    SubmissionResult,
    queue_for_review,
    submit,
)
from tournaments.rounds.scores.tables import (
    GameState,
    TableState,
    match_state,
    settled_meetings,
    state_after_line,
    table_state,
    table_states,
    table_with_number,
    table_with_uid,
    tables_at,
    unsettled_tables,
)
