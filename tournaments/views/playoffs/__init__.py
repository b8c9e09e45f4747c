"""Playoffs: the bracket for everybody, on phones and on the wall; what the director does with it."""

from django.urls import path

from tournaments.views.access import needs, posts
from tournaments.views.playoffs import doing, page

urlpatterns = [
    path("t/<slug:slug>/bracket/", needs("follow", page.page), name="bracket"),
    path("t/<slug:slug>/bracket/rows/", needs("follow", page.rows), name="bracket_rows"),
    path("t/<slug:slug>/bracket/screen/", needs("follow", page.screen), name="bracket_screen"),
    path("t/<slug:slug>/bracket/screen/rows/", needs("follow", page.screen_rows), name="bracket_screen_rows"),
    path("t/<slug:slug>/playoffs/begin/", posts("run_medals", doing.begin), name="playoffs_begin"),
    path("t/<slug:slug>/playoffs/players/", needs("run_medals", doing.players), name="playoffs_players"),
    path("t/<slug:slug>/playoffs/undo/", posts("run_medals", doing.take_back), name="playoffs_undo"),
]
