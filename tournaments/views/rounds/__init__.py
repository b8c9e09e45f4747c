"""The rounds of the day: seat, open, close; and for everybody who sits where."""

from django.urls import path

from tournaments.views.rounds import as_played, clock, course, day, seating, sheet, swap

urlpatterns = [
    path("t/<slug:slug>/rounds/", day.rounds, name="rounds"),
    path("t/<slug:slug>/rounds/clock/", clock.clock, name="round_clock"),
    path("t/<slug:slug>/rounds/seat/", seating.preview, name="rounds_seat"),
    path("t/<slug:slug>/rounds/leave-out/", seating.leave_out, name="rounds_leave_out"),
    path("t/<slug:slug>/rounds/undo/", course.undo, name="rounds_undo"),
    path("t/<slug:slug>/rounds/<int:number>/", sheet.round_, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/screen/", sheet.screen, name="round_screen"),
    path("t/<slug:slug>/rounds/<int:number>/open/", course.open_, name="round_open"),
    path("t/<slug:slug>/rounds/<int:number>/close/", course.close, name="round_close"),
    path("t/<slug:slug>/rounds/<int:number>/swap/", swap.swap, name="round_swap"),
    path("t/<slug:slug>/rounds/<int:number>/as-played/", as_played.as_played, name="round_as_played"),
    path("t/<slug:slug>/rounds/<int:number>/as-played/repeat/", as_played.repeat, name="round_repeat"),
    path("t/<slug:slug>/where/", sheet.where, name="where"),
]
