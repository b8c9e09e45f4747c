from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.desk.views import desk, offline_codes, results

HERE = "t/<slug:slug>/desk/"
urlpatterns = [
    path(HERE, needs("see_day", desk.desk), name="desk"),
    path(HERE + "state/", needs("see_day", desk.state), name="desk_state"),
    path(HERE + "table/<uuid:meeting>/", needs("see_day", desk.table), name="desk_table"),
    path(HERE + "sheet/", posts("enter_results", desk.sheet), name="desk_sheet"),
    path(HERE + "carried/", posts("enter_results", offline_codes.take), name="desk_offline_codes"),
    path(HERE + "status/", needs("see_day", desk.status), name="desk_status"),
    path(HERE + "rule/", posts("decide", results.rule), name="desk_rule"),
    path(HERE + "write/", posts("enter_results", results.write), name="desk_write"),
]
