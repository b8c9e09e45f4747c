from django.urls import path

from tournaments.web.access import needs, posts, sparing
from tournaments.web.seasons import views

ORGANISATION = "o/<slug:organisation>/seasons/"
ONE = ORGANISATION + "<uuid:season>/"
urlpatterns = [
    path(ORGANISATION, needs("seasons", views.every), name="seasons"),
    path(
        ORGANISATION + "bring/", needs("seasons", sparing("season_bring", views.bring)), name="season_bring"
    ),
    path(ONE, needs("seasons", views.page), name="season"),
    path(ONE + "copy/", needs("seasons", sparing("season_copy", views.take_along)), name="season_copy"),
    path(ONE + "change/", needs("seasons", views.change), name="season_change"),
    path(ONE + "add/", posts("seasons", views.add), name="season_add"),
    path(ONE + "take-out/", posts("seasons", views.take_out), name="season_take_out"),
    path(ONE + "same-team/", posts("seasons", views.same_team), name="season_same_team"),
    path(ONE + "file/", needs("seasons", views.file), name="season_file"),
    path("seasons/<uuid:season>/", needs("visit", views.followed), name="season_followed"),
]
