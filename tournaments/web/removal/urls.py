from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.removal import views

PREFIX = "t/<slug:slug>/removal/"
urlpatterns = [
    path(PREFIX, require_permission("remove", views.removal_page), name="removal"),
    path(PREFIX + "hide/", require_permission_to_post("remove", views.hide), name="hide"),
    path(PREFIX + "delete/", require_permission_to_post("remove", views.remove), name="remove"),
    path(
        PREFIX + "delete/published/",
        require_permission_to_post("remove_published", views.remove_published),
        name="remove_published",
    ),
]
