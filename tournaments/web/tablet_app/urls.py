from django.urls import path

from tournaments.web.access import needs
from tournaments.web.tablet_app import views
from tournaments.web.tablet_app.scripts import script

urlpatterns = [
    path("table/", needs("visit", views.table), name="table_by_code"),
    path("table/scripts/<slug:name>.js", needs("visit", script), name="table_script"),
    path("table/scripts/<slug:name>.css", needs("visit", script), {"kind": "css"}, name="table_style"),
    path("table/<str:secret>/", needs("visit", views.table), name="table"),
    path("carry/", needs("visit", views.carry), name="carry"),
]
