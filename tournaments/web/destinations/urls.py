from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.destinations import views

PREFIX = "t/<slug:slug>/publish/to/"
DESTINATION = PREFIX + "<uuid:uid>/"
urlpatterns = [
    path(
        PREFIX,
        require_permission("publish", rate_limited("publish_to", views.destination)),
        name="publish_to",
    ),
    path(PREFIX + "rows/", require_permission("publish", views.rows), name="publish_to_rows"),
    path(
        PREFIX + "each-game/",
        require_permission_to_post("publish", views.each_game),
        name="publish_each_game",
    ),
    path(
        DESTINATION,
        require_permission("publish", rate_limited("publish_to", views.destination)),
        name="publish_to_edit",
    ),
    path(DESTINATION + "tried/", require_permission("publish", views.tried), name="publish_to_tried"),
    path(
        DESTINATION + "try/",
        require_permission_to_post("publish", rate_limited("publish_to", views.try_out)),
        name="publish_to_try",
    ),
    path(
        DESTINATION + "send/",
        require_permission_to_post("publish", rate_limited("publish_to", views.send)),
        name="publish_to_send",
    ),
    path(DESTINATION + "stop/", require_permission_to_post("publish", views.stop), name="publish_to_stop"),
    path(
        DESTINATION + "remove/", require_permission_to_post("publish", views.remove), name="publish_to_remove"
    ),
]
