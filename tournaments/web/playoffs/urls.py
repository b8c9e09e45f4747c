from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.playoffs import views

urlpatterns = [
    path("t/<slug:slug>/bracket/", require_permission("follow", views.bracket), name="bracket"),
    path("t/<slug:slug>/bracket/rows/", require_permission("follow", views.rows), name="bracket_rows"),
    path("t/<slug:slug>/bracket/screen/", require_permission("follow", views.screen), name="bracket_screen"),
    path(
        "t/<slug:slug>/bracket/screen/rows/",
        require_permission("follow", views.screen_rows),
        name="bracket_screen_rows",
    ),
    path(
        "t/<slug:slug>/playoffs/begin/",
        require_permission_to_post("run_medals", views.begin),
        name="playoffs_begin",
    ),
    path(
        "t/<slug:slug>/playoffs/players/",
        require_permission("run_medals", views.players),
        name="playoffs_players",
    ),
    path(
        "t/<slug:slug>/playoffs/undo/",
        require_permission_to_post("run_medals", views.take_back),
        name="playoffs_undo",
    ),
]
