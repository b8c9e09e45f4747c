from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.disk_space import views

urlpatterns = [path("room/", require_permission("disk_space", views.disk_space_page), name="room")]
