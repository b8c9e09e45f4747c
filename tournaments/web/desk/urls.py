from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.desk import views

HERE = "t/<slug:slug>/desk/"
urlpatterns = [
    path(HERE, require_permission("see_day", views.desk), name="desk"),
    path(HERE + "state/", require_permission("see_day", views.state), name="desk_state"),
    path(HERE + "table/<uuid:meeting>/", require_permission("see_day", views.table), name="desk_table"),
    path(HERE + "sheet/", require_permission_to_post("enter_results", views.sheet), name="desk_sheet"),
    path(
        HERE + "carried/",
        require_permission_to_post("enter_results", views.take),
        name="desk_offline_codes",
    ),
    path(HERE + "status/", require_permission("see_day", views.status), name="desk_status"),
    path(HERE + "rule/", require_permission_to_post("decide", views.rule), name="desk_rule"),
    path(HERE + "write/", require_permission_to_post("enter_results", views.write), name="desk_write"),
]
