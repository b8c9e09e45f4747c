from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.penalties import views

PREFIX = "t/<slug:slug>/penalties/"
urlpatterns = [
    path(PREFIX, require_permission("see_day", views.penalties_page), name="penalties"),
    path(PREFIX + "write/", require_permission_to_post("penalise", views.write), name="penalties_write"),
    path(
        PREFIX + "<int:number>/back/",
        require_permission_to_post("penalise", views.take_back),
        name="penalties_take_back",
    ),
]
