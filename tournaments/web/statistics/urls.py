from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.statistics import views

urlpatterns = [
    path(
        "t/<slug:slug>/cross-table/", require_permission("follow", views.cross_table_page), name="cross_table"
    ),
    path("t/<slug:slug>/boards/", require_permission("follow", views.boards), name="boards"),
    path("t/<slug:slug>/statistics/", require_permission("follow", views.statistics), name="statistics"),
    path(
        "t/<slug:slug>/players/<int:number>/past/", require_permission("see_day", views.person), name="past"
    ),
]
