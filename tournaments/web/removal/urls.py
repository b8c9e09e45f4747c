from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.removal import views

HERE = "t/<slug:slug>/removal/"
urlpatterns = [
    path(HERE, needs("remove", views.page), name="removal"),
    path(HERE + "hide/", posts("remove", views.hide), name="hide"),
    path(HERE + "delete/", posts("remove", views.remove), name="remove"),
    path(
        HERE + "delete/published/", posts("remove_published", views.remove_published), name="remove_published"
    ),
]
