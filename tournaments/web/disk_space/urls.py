from django.urls import path

from tournaments.web.access import needs
from tournaments.web.disk_space import views

urlpatterns = [path("room/", needs("room", views.page), name="room")]
