from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.penalties import views

HERE = "t/<slug:slug>/penalties/"
urlpatterns = [
    path(HERE, require_permission("see_day", views.penalties_page), name="penalties"),
    path(HERE + "write/", require_permission_to_post("penalise", views.write), name="penalties_write"),
    path(
        HERE + "<int:number>/back/",
        require_permission_to_post("penalise", views.take_back),
        name="penalties_take_back",
    ),
]
