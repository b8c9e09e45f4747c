"""The desk: slips come in, results go into the score book, keyboard only."""

from django.urls import path

from tournaments.views.access import needs, posts
from tournaments.views.desk import offline_codes, page, write

HERE = "t/<slug:slug>/desk/"
urlpatterns = [
    path(HERE, needs("see_day", page.desk), name="desk"),
    path(HERE + "state/", needs("see_day", page.state), name="desk_state"),
    path(HERE + "table/<uuid:meeting>/", needs("see_day", page.table), name="desk_table"),
    path(HERE + "sheet/", posts("enter_results", page.sheet), name="desk_sheet"),
    path(HERE + "carried/", posts("enter_results", offline_codes.take), name="desk_offline_codes"),
    path(HERE + "status/", needs("see_day", page.status), name="desk_status"),
    path(HERE + "rule/", posts("decide", write.rule), name="desk_rule"),
    path(HERE + "write/", posts("enter_results", write.write), name="desk_write"),
]
