from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.table_status import views

urlpatterns = [
    path("t/<slug:slug>/hall/", needs("see_day", views.page), name="table_status"),
    path("t/<slug:slug>/hall/rows/", needs("see_day", views.rows), name="table_status_rows"),
    path("t/<slug:slug>/hall/arrange/", needs("tablets", views.arrange), name="table_layout"),
    path("t/<slug:slug>/hall/arrange/save/", posts("tablets", views.save), name="table_layout_save"),
]
