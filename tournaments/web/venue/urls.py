from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.venue import views

urlpatterns = [
    path("t/<slug:slug>/around/", require_permission("print", views.hall), name="around"),
    path("t/<slug:slug>/aloud/", require_permission("see_day", views.read_aloud), name="aloud"),
]
