"""Medals: ties and their matches, the cards read back, and the standings made official."""

from django.urls import path

from tournaments.views.access import needs, posts
from tournaments.views.medals import doing, page, podium

HERE = "t/<slug:slug>/medals/"
urlpatterns = [
    path(HERE, needs("see_day", page.page), name="medals"),
    path(HERE + "rows/", needs("see_day", page.rows), name="medals_rows"),
    path(HERE + "create/", posts("run_medals", doing.create), name="medals_create"),
    path(HERE + "seat/", posts("run_medals", doing.seat), name="medals_seat"),
    path(HERE + "withdraw/", posts("run_medals", doing.withdraw), name="medals_withdraw"),
    path(HERE + "undo/", posts("run_medals", doing.take_back), name="medals_undo"),
    path(HERE + "match/<uuid:uid>/forfeit/", posts("run_medals", doing.forfeit), name="medals_forfeit"),
    path(HERE + "card/<int:number>/", posts("read_cards", doing.tick), name="medals_tick"),
    path(HERE + "cards/", posts("read_cards", doing.tick_all), name="medals_tick_all"),
    path(HERE + "official/", posts("publish", doing.make_official), name="medals_official"),
    path(HERE + "reopen/", posts("publish", doing.reopen), name="medals_reopen"),
    path("t/<slug:slug>/podium/", needs("follow", podium.podium), name="podium"),
    path("t/<slug:slug>/podium/rows/", needs("follow", podium.rows), name="podium_rows"),
]
