"""Rounds: seat, open, close, repair. Every seating is validated before it is shown."""

from tournaments.pairing.values import NoSeating
from tournaments.rounds import make_up
from tournaments.rounds.as_played import AsPlayed, Consequence, plan_as_played, seat_as_played
from tournaments.rounds.history import past
from tournaments.rounds.lifecycle import close_round, open_round, seconds_left, unsettled_tables
from tournaments.rounds.line_ups import award_empty, empty_boards, team_matches
from tournaments.rounds.line_ups import change as change_line_up
from tournaments.rounds.meetings import planned_tables, write_meetings
from tournaments.rounds.more_games import plan_more_games, write_more_games
from tournaments.rounds.seating import (
    NOT_VOID,
    Seating,
    explained_round,
    future_rounds,
    manual_tables,
    names,
    people,
    person,
    plan,
    seat,
    seating_of,
)
from tournaments.rounds.sheet import SheetRow, rows_by_table, rows_without_seat, seats_of_round, sheet
from tournaments.rounds.swap import plan_swap, swap
