from django.urls import path

from tournaments.web.access import needs
from tournaments.web.venue import views

urlpatterns = [
    path("t/<slug:slug>/around/", needs("print", views.hall), name="around"),
    path("t/<slug:slug>/aloud/", needs("see_day", views.read_aloud), name="aloud"),
]
