"""The desk: slips come in, results go into the score book, keyboard only."""

from django.urls import path

from tournaments.views.access import needs
from tournaments.views.desk import offline_codes, page, sheet, write

urlpatterns = [
    path("t/<slug:slug>/desk/", needs("see_day", page.desk), name="desk"),
    path("t/<slug:slug>/desk/state/", needs("see_day", page.state), name="desk_state"),
    path("t/<slug:slug>/desk/table/<uuid:meeting>/", needs("see_day", page.table), name="desk_table"),
    path("t/<slug:slug>/desk/sheet/", needs("enter_results", sheet.sheet), name="desk_sheet"),
    path(
        "t/<slug:slug>/desk/carried/", needs("enter_results", offline_codes.take), name="desk_offline_codes"
    ),
    path("t/<slug:slug>/desk/status/", needs("see_day", page.status), name="desk_status"),
    path("t/<slug:slug>/desk/rule/", needs("decide", write.rule), name="desk_rule"),
    path("t/<slug:slug>/desk/write/", needs("enter_results", write.write), name="desk_write"),
]
