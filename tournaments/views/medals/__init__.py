"""Medals: ties and their matches, the cards read back, and the standings made official."""

from django.urls import path

from tournaments.views.access import needs
from tournaments.views.medals import doing, page, podium

urlpatterns = [
    path("t/<slug:slug>/medals/", needs("see_day", page.page), name="medals"),
    path("t/<slug:slug>/medals/rows/", needs("see_day", page.rows), name="medals_rows"),
    path("t/<slug:slug>/medals/create/", needs("run_medals", doing.create), name="medals_create"),
    path("t/<slug:slug>/medals/seat/", needs("run_medals", doing.seat), name="medals_seat"),
    path("t/<slug:slug>/medals/undo/", needs("run_medals", doing.take_back), name="medals_undo"),
    path(
        "t/<slug:slug>/medals/match/<uuid:uid>/forfeit/",
        needs("run_medals", doing.forfeit),
        name="medals_forfeit",
    ),
    path("t/<slug:slug>/medals/card/<int:number>/", needs("read_cards", doing.tick), name="medals_tick"),
    path("t/<slug:slug>/medals/cards/", needs("read_cards", doing.tick_all), name="medals_tick_all"),
    path("t/<slug:slug>/medals/official/", needs("publish", doing.make_official), name="medals_official"),
    path("t/<slug:slug>/podium/", needs("follow", podium.podium), name="podium"),
    path("t/<slug:slug>/podium/rows/", needs("follow", podium.rows), name="podium_rows"),
]
