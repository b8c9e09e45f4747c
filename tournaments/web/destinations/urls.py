from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.destinations import views

HERE = "t/<slug:slug>/publish/to/"
ONE = HERE + "<uuid:uid>/"
urlpatterns = [
    path(
        HERE, require_permission("publish", rate_limited("publish_to", views.destination)), name="publish_to"
    ),
    path(HERE + "rows/", require_permission("publish", views.rows), name="publish_to_rows"),
    path(
        HERE + "each-game/", require_permission_to_post("publish", views.each_game), name="publish_each_game"
    ),
    path(
        ONE,
        require_permission("publish", rate_limited("publish_to", views.destination)),
        name="publish_to_edit",
    ),
    path(ONE + "tried/", require_permission("publish", views.tried), name="publish_to_tried"),
    path(
        ONE + "try/",
        require_permission_to_post("publish", rate_limited("publish_to", views.try_out)),
        name="publish_to_try",
    ),
    path(
        ONE + "send/",
        require_permission_to_post("publish", rate_limited("publish_to", views.send)),
        name="publish_to_send",
    ),
    path(ONE + "stop/", require_permission_to_post("publish", views.stop), name="publish_to_stop"),
    path(ONE + "remove/", require_permission_to_post("publish", views.remove), name="publish_to_remove"),
]
