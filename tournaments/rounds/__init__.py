"""2  Rounds: seat, open, close, repair. Every seating is proof-read before it is shown."""

from tournaments.rounds.as_played import AsPlayed, Consequence, Move, plan_as_played, seat_as_played
from tournaments.rounds.clock import seconds_left
from tournaments.rounds.lifecycle import close_round, open_round, waiting_for
from tournaments.rounds.more_games import MoreGames, plan_more_games, write_more_games
from tournaments.rounds.played import past
from tournaments.rounds.seating import (
    NOT_VOID,
    Seating,
    names,
    people,
    person,
    plan,
    planned_tables,
    round_seed,
    seat,
    seating_of,
    to_come,
    write_meetings,
)
from tournaments.rounds.sheet import SheetRow, seats_of_round, sheet
from tournaments.rounds.swap import plan_swap, swap
from tournaments.rounds.why import by_hand, explained
from tournaments.seating.values import NoSeating

__all__ = [
    "NOT_VOID",
    "AsPlayed",
    "Consequence",
    "MoreGames",
    "Move",
    "NoSeating",
    "Seating",
    "SheetRow",
    "by_hand",
    "close_round",
    "explained",
    "names",
    "open_round",
    "past",
    "people",
    "person",
    "plan",
    "plan_as_played",
    "plan_more_games",
    "plan_swap",
    "planned_tables",
    "round_seed",
    "seat",
    "seat_as_played",
    "seating_of",
    "seats_of_round",
    "seconds_left",
    "sheet",
    "swap",
    "to_come",
    "waiting_for",
    "write_meetings",
    "write_more_games",
]
