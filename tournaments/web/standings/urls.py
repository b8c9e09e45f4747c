from django.urls import path
from django.views.decorators.gzip import gzip_page

from tournaments.web import live
from tournaments.web.access import needs
from tournaments.web.standings import views

rows_of_public = gzip_page(live.for_everybody("public")(needs("follow", views.standings_rows)))
rows_of_screen = live.for_everybody("screen")(needs("follow", views.screen_rows))
urlpatterns = [
    path("t/<slug:slug>/", needs("follow", views.public), name="public"),
    path("t/<slug:slug>/rows/", rows_of_public, name="standings_rows"),
    path("t/<slug:slug>/standings/", needs("see_day", views.desk), name="standings"),
    path("t/<slug:slug>/standings/rows/", needs("see_day", views.desk_rows), name="standings_desk_rows"),
    path(
        "t/<slug:slug>/standings/<int:number>/why/",
        needs("see_day", views.desk_why),
        name="standings_desk_why",
    ),
    path("t/<slug:slug>/players/<int:number>/why/", needs("follow", views.why), name="standings_why"),
    path("t/<slug:slug>/players/<int:number>/", needs("follow", views.player_card), name="card"),
    path("t/<slug:slug>/screen/", needs("follow", views.screen), name="standings_screen"),
    path("t/<slug:slug>/screen/rows/", rows_of_screen, name="standings_screen_rows"),
]
