from django.urls import path

from tournaments.web.access import needs, posts, sparing
from tournaments.web.destinations import views

HERE = "t/<slug:slug>/publish/to/"
ONE = HERE + "<uuid:uid>/"
urlpatterns = [
    path(HERE, needs("publish", sparing("publish_to", views.page)), name="publish_to"),
    path(HERE + "rows/", needs("publish", views.rows), name="publish_to_rows"),
    path(HERE + "each-game/", posts("publish", views.each_game), name="publish_each_game"),
    path(ONE, needs("publish", sparing("publish_to", views.page)), name="publish_to_edit"),
    path(ONE + "tried/", needs("publish", views.tried), name="publish_to_tried"),
    path(ONE + "try/", posts("publish", sparing("publish_to", views.try_out)), name="publish_to_try"),
    path(ONE + "send/", posts("publish", sparing("publish_to", views.send)), name="publish_to_send"),
    path(ONE + "stop/", posts("publish", views.stop), name="publish_to_stop"),
    path(ONE + "remove/", posts("publish", views.remove), name="publish_to_remove"),
]
