from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.rounds.views import (
    as_played,
    lifecycle,
    line_ups,
    more_games,
    rounds,
    seating,
    sheet,
    swap,
    why,
)

ROUNDS = "t/<slug:slug>/rounds/"
ROUND = f"{ROUNDS}<int:number>/"
urlpatterns = [
    path(ROUNDS, needs("see_day", rounds.rounds), name="rounds"),
    path(ROUNDS + "clock/", needs("follow", sheet.clock), name="round_clock"),
    path(ROUNDS + "seat/", needs("run_rounds", seating.preview), name="rounds_seat"),
    path(ROUNDS + "leave-out/", posts("run_rounds", seating.leave_out), name="rounds_leave_out"),
    path(ROUNDS + "undo/", posts("run_rounds", lifecycle.undo), name="rounds_undo"),
    path(ROUND, needs("follow", sheet.round_), name="round"),
    path(ROUND + "screen/", needs("follow", sheet.screen), name="round_screen"),
    path(ROUND + "open/", posts("run_rounds", lifecycle.open_), name="round_open"),
    path(ROUND + "close/", posts("close_round", lifecycle.close), name="round_close"),
    path(ROUND + "swap/", needs("run_rounds", swap.swap), name="round_swap"),
    path(ROUND + "line-ups/", needs("seat_as_played", line_ups.line_ups), name="line_ups"),
    path(ROUND + "as-played/", needs("seat_as_played", as_played.as_played), name="round_as_played"),
    path(ROUND + "more-games/", needs("seat_as_played", more_games.more_games), name="round_more_games"),
    path(ROUND + "as-played/repeat/", posts("seat_as_played", as_played.repeat), name="round_repeat"),
    path(ROUND + "why/<int:table>/", needs("see_day", why.why), name="round_why"),
    path("t/<slug:slug>/screen/seats/", needs("follow", sheet.seats_screen), name="seats_screen"),
    path("t/<slug:slug>/where/", needs("follow", sheet.where), name="where"),
]
