from django.urls import path

from tournaments.web.access import needs
from tournaments.web.audit_log import views

urlpatterns = [
    path("t/<slug:slug>/acts/", needs("see_acts", views.acts), name="acts"),
    path("t/<slug:slug>/acts/<int:version>/", needs("run_rounds", views.undo), name="act_undo"),
    path("t/<slug:slug>/left/", needs("see_day", views.departures), name="departures"),
    path("t/<slug:slug>/rulings/", needs("see_day", views.rulings), name="rulings"),
]
