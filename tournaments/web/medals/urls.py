from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.medals import views

PREFIX = "t/<slug:slug>/medals/"
urlpatterns = [
    path(PREFIX, require_permission("see_day", views.medals_page), name="medals"),
    path(PREFIX + "rows/", require_permission("see_day", views.rows), name="medals_rows"),
    path(PREFIX + "create/", require_permission_to_post("run_medals", views.create), name="medals_create"),
    path(PREFIX + "seat/", require_permission_to_post("run_medals", views.seat), name="medals_seat"),
    path(
        PREFIX + "withdraw/", require_permission_to_post("run_medals", views.withdraw), name="medals_withdraw"
    ),
    path(PREFIX + "undo/", require_permission_to_post("run_medals", views.take_back), name="medals_undo"),
    path(
        PREFIX + "match/<uuid:uid>/forfeit/",
        require_permission_to_post("run_medals", views.forfeit),
        name="medals_forfeit",
    ),
    path(
        PREFIX + "card/<int:number>/",
        require_permission_to_post("read_cards", views.tick),
        name="medals_tick",
    ),
    path(PREFIX + "cards/", require_permission_to_post("read_cards", views.tick_all), name="medals_tick_all"),
    path(
        PREFIX + "official/",
        require_permission_to_post("publish", views.make_official),
        name="medals_official",
    ),
    path(PREFIX + "reopen/", require_permission_to_post("publish", views.reopen), name="medals_reopen"),
    path("t/<slug:slug>/podium/", require_permission("follow", views.podium), name="podium"),
    path("t/<slug:slug>/podium/rows/", require_permission("follow", views.podium_rows), name="podium_rows"),
]
