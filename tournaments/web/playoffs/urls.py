from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.playoffs.views import actions, bracket

urlpatterns = [
    path("t/<slug:slug>/bracket/", require_permission("follow", bracket.bracket), name="bracket"),
    path("t/<slug:slug>/bracket/rows/", require_permission("follow", bracket.rows), name="bracket_rows"),
    path(
        "t/<slug:slug>/bracket/screen/", require_permission("follow", bracket.screen), name="bracket_screen"
    ),
    path(
        "t/<slug:slug>/bracket/screen/rows/",
        require_permission("follow", bracket.screen_rows),
        name="bracket_screen_rows",
    ),
    path(
        "t/<slug:slug>/playoffs/begin/",
        require_permission_to_post("run_medals", actions.begin),
        name="playoffs_begin",
    ),
    path(
        "t/<slug:slug>/playoffs/players/",
        require_permission("run_medals", actions.players),
        name="playoffs_players",
    ),
    path(
        "t/<slug:slug>/playoffs/undo/",
        require_permission_to_post("run_medals", actions.take_back),
        name="playoffs_undo",
    ),
]
