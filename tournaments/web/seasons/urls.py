from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.seasons import views

ORGANISATION = "o/<slug:organisation>/seasons/"
SEASON = ORGANISATION + "<uuid:season>/"
urlpatterns = [
    path(ORGANISATION, require_permission("seasons", views.every), name="seasons"),
    path(
        ORGANISATION + "bring/",
        require_permission("seasons", rate_limited("season_bring", views.bring)),
        name="season_bring",
    ),
    path(SEASON, require_permission("seasons", views.season_page), name="season"),
    path(
        SEASON + "copy/",
        require_permission("seasons", rate_limited("season_copy", views.take_along)),
        name="season_copy",
    ),
    path(SEASON + "change/", require_permission("seasons", views.change), name="season_change"),
    path(SEASON + "delete/", require_permission_to_post("seasons", views.delete), name="season_delete"),
    path(SEASON + "add/", require_permission_to_post("seasons", views.add), name="season_add"),
    path(SEASON + "take-out/", require_permission_to_post("seasons", views.take_out), name="season_take_out"),
    path(
        SEASON + "same-team/", require_permission_to_post("seasons", views.same_team), name="season_same_team"
    ),
    path(SEASON + "file/", require_permission("seasons", views.file), name="season_file"),
    path("seasons/<uuid:season>/", require_permission("visit", views.followed), name="season_followed"),
]
