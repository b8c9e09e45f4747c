from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.medals.views import actions, medals, podium

HERE = "t/<slug:slug>/medals/"
urlpatterns = [
    path(HERE, needs("see_day", medals.page), name="medals"),
    path(HERE + "rows/", needs("see_day", medals.rows), name="medals_rows"),
    path(HERE + "create/", posts("run_medals", actions.create), name="medals_create"),
    path(HERE + "seat/", posts("run_medals", actions.seat), name="medals_seat"),
    path(HERE + "withdraw/", posts("run_medals", actions.withdraw), name="medals_withdraw"),
    path(HERE + "undo/", posts("run_medals", actions.take_back), name="medals_undo"),
    path(HERE + "match/<uuid:uid>/forfeit/", posts("run_medals", actions.forfeit), name="medals_forfeit"),
    path(HERE + "card/<int:number>/", posts("read_cards", actions.tick), name="medals_tick"),
    path(HERE + "cards/", posts("read_cards", actions.tick_all), name="medals_tick_all"),
    path(HERE + "official/", posts("publish", actions.make_official), name="medals_official"),
    path(HERE + "reopen/", posts("publish", actions.reopen), name="medals_reopen"),
    path("t/<slug:slug>/podium/", needs("follow", podium.podium), name="podium"),
    path("t/<slug:slug>/podium/rows/", needs("follow", podium.rows), name="podium_rows"),
]
