from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.screens import views

urlpatterns = [
    path(
        "t/<slug:slug>/screen/told/", require_permission("follow", views.poll_command), name="screen_commands"
    ),
    path("t/<slug:slug>/remote/", require_permission("steer_screens", views.remote), name="remote"),
    path(
        "t/<slug:slug>/remote/do/",
        require_permission_to_post("steer_screens", views.handle_press),
        name="remote_do",
    ),
]
