from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.desk import views

PREFIX = "t/<slug:slug>/desk/"
urlpatterns = [
    path(PREFIX, require_permission("see_day", views.desk), name="desk"),
    path(PREFIX + "state/", require_permission("see_day", views.state), name="desk_state"),
    path(PREFIX + "table/<uuid:meeting>/", require_permission("see_day", views.table), name="desk_table"),
    path(PREFIX + "sheet/", require_permission_to_post("enter_results", views.sheet), name="desk_sheet"),
    path(
        PREFIX + "carried/",
        require_permission_to_post("enter_results", views.take),
        name="desk_offline_codes",
    ),
    path(PREFIX + "status/", require_permission("see_day", views.status), name="desk_status"),
    path(PREFIX + "rule/", require_permission_to_post("decide", views.rule), name="desk_rule"),
    path(PREFIX + "write/", require_permission_to_post("enter_results", views.write), name="desk_write"),
]
