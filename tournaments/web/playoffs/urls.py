from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.playoffs.views import actions, bracket

urlpatterns = [
    path("t/<slug:slug>/bracket/", needs("follow", bracket.page), name="bracket"),
    path("t/<slug:slug>/bracket/rows/", needs("follow", bracket.rows), name="bracket_rows"),
    path("t/<slug:slug>/bracket/screen/", needs("follow", bracket.screen), name="bracket_screen"),
    path(
        "t/<slug:slug>/bracket/screen/rows/", needs("follow", bracket.screen_rows), name="bracket_screen_rows"
    ),
    path("t/<slug:slug>/playoffs/begin/", posts("run_medals", actions.begin), name="playoffs_begin"),
    path("t/<slug:slug>/playoffs/players/", needs("run_medals", actions.players), name="playoffs_players"),
    path("t/<slug:slug>/playoffs/undo/", posts("run_medals", actions.take_back), name="playoffs_undo"),
]
