from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.audit_log import views

urlpatterns = [
    path("t/<slug:slug>/acts/", require_permission("see_acts", views.acts), name="acts"),
    path("t/<slug:slug>/acts/<int:version>/", require_permission("run_rounds", views.undo), name="act_undo"),
    path("t/<slug:slug>/left/", require_permission("see_day", views.departures), name="departures"),
    path("t/<slug:slug>/rulings/", require_permission("see_day", views.rulings), name="rulings"),
]
