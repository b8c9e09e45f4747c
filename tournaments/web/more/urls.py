from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.more import views

urlpatterns = [path("t/<slug:slug>/more/", require_permission("see_day", views.more), name="more")]
