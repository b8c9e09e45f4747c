from django.urls import path

from tournaments.web import polling
from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.rounds.views import as_played, line_ups, rounds, seating, sheet

ROUNDS = "t/<slug:slug>/rounds/"
ROUND = f"{ROUNDS}<int:number>/"
urlpatterns = [
    path("t/<slug:slug>/next/", require_permission("see_day", rounds.next_line), name="next_line"),
    path(ROUNDS, require_permission("see_day", rounds.rounds), name="rounds"),
    path(ROUNDS + "clock/", require_permission("follow", sheet.clock), name="round_clock"),
    path(ROUNDS + "seat/", require_permission("run_rounds", seating.preview), name="rounds_seat"),
    path(
        ROUNDS + "leave-out/",
        require_permission_to_post("run_rounds", seating.leave_out),
        name="rounds_leave_out",
    ),
    path(ROUNDS + "today/", require_permission_to_post("set_up", rounds.today), name="rounds_today"),
    path(ROUNDS + "undo/", require_permission_to_post("run_rounds", rounds.undo), name="rounds_undo"),
    path(ROUND, require_permission("follow", sheet.round_), name="round"),
    path(ROUND + "screen/", require_permission("follow", sheet.screen), name="round_screen"),
    path(ROUND + "open/", require_permission_to_post("run_rounds", rounds.open_), name="round_open"),
    path(ROUND + "close/", require_permission_to_post("close_round", rounds.close), name="round_close"),
    path(ROUND + "end/", require_permission_to_post("run_rounds", rounds.end), name="round_end"),
    path(ROUND + "swap/", require_permission("run_rounds", seating.swap), name="round_swap"),
    path(ROUND + "line-ups/", require_permission("seat_as_played", line_ups.line_ups), name="line_ups"),
    path(
        ROUND + "as-played/",
        require_permission("seat_as_played", as_played.as_played),
        name="round_as_played",
    ),
    path(
        ROUND + "more-games/",
        require_permission("seat_as_played", rounds.more_games),
        name="round_more_games",
    ),
    path(
        ROUND + "as-played/repeat/",
        require_permission_to_post("seat_as_played", as_played.repeat),
        name="round_repeat",
    ),
    path(ROUND + "why/<int:table>/", require_permission("see_day", seating.why), name="round_why"),
    path(
        "t/<slug:slug>/screen/seats/", require_permission("follow", sheet.seats_screen), name="seats_screen"
    ),
    path("t/<slug:slug>/where/", require_permission("follow", sheet.where), name="where"),
    path(
        "t/<slug:slug>/where/now/",
        polling.public_fragment(sheet.SEATS_AUDIENCE, sheet.current_round),
        name="where_now",
    ),
]
