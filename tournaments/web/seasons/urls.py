from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.seasons import views

ORGANISATION = "o/<slug:organisation>/seasons/"
ONE = ORGANISATION + "<uuid:season>/"
urlpatterns = [
    path(ORGANISATION, require_permission("seasons", views.every), name="seasons"),
    path(
        ORGANISATION + "bring/",
        require_permission("seasons", rate_limited("season_bring", views.bring)),
        name="season_bring",
    ),
    path(ONE, require_permission("seasons", views.season_page), name="season"),
    path(
        ONE + "copy/",
        require_permission("seasons", rate_limited("season_copy", views.take_along)),
        name="season_copy",
    ),
    path(ONE + "change/", require_permission("seasons", views.change), name="season_change"),
    path(ONE + "delete/", require_permission_to_post("seasons", views.delete), name="season_delete"),
    path(ONE + "add/", require_permission_to_post("seasons", views.add), name="season_add"),
    path(ONE + "take-out/", require_permission_to_post("seasons", views.take_out), name="season_take_out"),
    path(ONE + "same-team/", require_permission_to_post("seasons", views.same_team), name="season_same_team"),
    path(ONE + "file/", require_permission("seasons", views.file), name="season_file"),
    path("seasons/<uuid:season>/", require_permission("visit", views.followed), name="season_followed"),
]
