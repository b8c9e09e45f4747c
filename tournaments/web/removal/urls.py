from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.removal import views

HERE = "t/<slug:slug>/removal/"
urlpatterns = [
    path(HERE, require_permission("remove", views.removal_page), name="removal"),
    path(HERE + "hide/", require_permission_to_post("remove", views.hide), name="hide"),
    path(HERE + "delete/", require_permission_to_post("remove", views.remove), name="remove"),
    path(
        HERE + "delete/published/",
        require_permission_to_post("remove_published", views.remove_published),
        name="remove_published",
    ),
]
