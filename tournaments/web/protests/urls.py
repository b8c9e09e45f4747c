from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.protests import views

urlpatterns = [
    path("t/<slug:slug>/protests/", require_permission("see_day", views.protests_page), name="protests"),
    path(
        "t/<slug:slug>/protests/file/", require_permission_to_post("decide", views.file), name="protests_file"
    ),
    path(
        "t/<slug:slug>/protests/<int:version>/rule/",
        require_permission_to_post("penalise", views.rule),
        name="protests_rule",
    ),
]
