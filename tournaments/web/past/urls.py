from django.urls import path

from tournaments.web.access import needs
from tournaments.web.past import views

urlpatterns = [
    path("t/<slug:slug>/cross-table/", needs("follow", views.everybody), name="cross_table"),
    path("t/<slug:slug>/boards/", needs("follow", views.boards), name="boards"),
    path("t/<slug:slug>/statistics/", needs("follow", views.statistics), name="statistics"),
    path("t/<slug:slug>/players/<int:number>/past/", needs("see_day", views.person), name="past"),
]
