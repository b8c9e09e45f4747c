from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.screens import views

urlpatterns = [
    path("t/<slug:slug>/screen/told/", needs("follow", views.asked), name="screens_told"),
    path("t/<slug:slug>/remote/", needs("steer_screens", views.remote), name="remote"),
    path("t/<slug:slug>/remote/do/", posts("steer_screens", views.steer), name="remote_do"),
]
