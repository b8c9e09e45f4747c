from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.desk.views import desk, offline_codes, results

HERE = "t/<slug:slug>/desk/"
urlpatterns = [
    path(HERE, require_permission("see_day", desk.desk), name="desk"),
    path(HERE + "state/", require_permission("see_day", desk.state), name="desk_state"),
    path(HERE + "table/<uuid:meeting>/", require_permission("see_day", desk.table), name="desk_table"),
    path(HERE + "sheet/", require_permission_to_post("enter_results", desk.sheet), name="desk_sheet"),
    path(
        HERE + "carried/",
        require_permission_to_post("enter_results", offline_codes.take),
        name="desk_offline_codes",
    ),
    path(HERE + "status/", require_permission("see_day", desk.status), name="desk_status"),
    path(HERE + "rule/", require_permission_to_post("decide", results.rule), name="desk_rule"),
    path(HERE + "write/", require_permission_to_post("enter_results", results.write), name="desk_write"),
]
