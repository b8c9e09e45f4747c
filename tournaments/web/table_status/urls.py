from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.table_status import views

urlpatterns = [
    path("t/<slug:slug>/hall/", require_permission("see_day", views.table_map), name="table_status"),
    path("t/<slug:slug>/hall/rows/", require_permission("see_day", views.rows), name="table_status_rows"),
    path("t/<slug:slug>/hall/arrange/", require_permission("tablets", views.arrange), name="table_layout"),
    path(
        "t/<slug:slug>/hall/arrange/save/",
        require_permission_to_post("tablets", views.save),
        name="table_layout_save",
    ),
]
