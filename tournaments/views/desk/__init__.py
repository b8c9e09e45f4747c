"""The desk: slips come in, results go into the score book, keyboard only."""

from django.urls import path

from tournaments.views.desk import carried, page, sheet, write

urlpatterns = [
    path("t/<slug:slug>/desk/", page.desk, name="desk"),
    path("t/<slug:slug>/desk/state/", page.state, name="desk_state"),
    path("t/<slug:slug>/desk/table/<uuid:meeting>/", page.table, name="desk_table"),
    path("t/<slug:slug>/desk/sheet/", sheet.sheet, name="desk_sheet"),
    path("t/<slug:slug>/desk/carried/", carried.carried, name="desk_carried"),
    path("t/<slug:slug>/desk/write/", write.write, name="desk_write"),
]
