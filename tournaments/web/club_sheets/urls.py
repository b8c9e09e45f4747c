from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.club_sheets.views import links, sheet

urlpatterns = [
    path("club/<str:token>/", require_permission("visit", sheet.sheet), name="club_sheet"),
    path("club/<str:token>/list.pdf", require_permission("visit", sheet.printed), name="club_sheet_list"),
    path(
        "club/<str:token>/empty.pdf",
        require_permission("visit", sheet.printed),
        {"empty": True},
        name="club_sheet_empty",
    ),
    path(
        "t/<slug:slug>/registration/online/clubs/",
        require_permission("set_up", links.links),
        name="club_links",
    ),
]
