from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.tablet_app import views
from tournaments.web.tablet_app.scripts import script

urlpatterns = [
    path("table/", require_permission("visit", views.table), name="table_by_code"),
    path("table/scripts/<slug:name>.js", require_permission("visit", script), name="table_script"),
    path(
        "table/scripts/<slug:name>.css",
        require_permission("visit", script),
        {"kind": "css"},
        name="table_style",
    ),
    path("table/<str:secret>/", require_permission("visit", views.table), name="table"),
    path("carry/", require_permission("visit", views.carry), name="carry"),
]
