from django.urls import path
from django.views.decorators.gzip import gzip_page

from tournaments.web import polling
from tournaments.web.access import require_permission
from tournaments.web.standings import views

rows_of_public = gzip_page(polling.public_fragment("public", views.public_rows))
rows_of_screen = polling.public_fragment("screen", views.screen_rows)
urlpatterns = [
    path("t/<slug:slug>/", require_permission("follow", views.public_page), name="public"),
    path("t/<slug:slug>/rows/", rows_of_public, name="public_rows"),
    path("t/<slug:slug>/standings/", require_permission("see_day", views.standings_page), name="standings"),
    path(
        "t/<slug:slug>/standings/rows/",
        require_permission("see_day", views.standings_rows),
        name="standings_rows",
    ),
    path(
        "t/<slug:slug>/standings/<int:number>/why/",
        require_permission("see_day", views.standings_why),
        name="standings_why",
    ),
    path(
        "t/<slug:slug>/players/<int:number>/why/",
        require_permission("follow", views.public_why),
        name="public_why",
    ),
    path("t/<slug:slug>/players/<int:number>/", require_permission("follow", views.player_card), name="card"),
    path("t/<slug:slug>/screen/", require_permission("follow", views.screen), name="standings_screen"),
    path("t/<slug:slug>/screen/rows/", rows_of_screen, name="standings_screen_rows"),
]
