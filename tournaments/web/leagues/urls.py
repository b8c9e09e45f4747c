from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.leagues import views

SEASON = "o/<slug:organisation>/seasons/<uuid:season>/"
LEAGUE = SEASON + "league/"
urlpatterns = [
    path(LEAGUE, require_permission("seasons", views.league_page), name="league"),
    path(LEAGUE + "new/", require_permission("seasons", views.new), name="league_new"),
    path(LEAGUE + "dates/", require_permission("seasons", views.dates), name="league_dates"),
    path(
        LEAGUE + "fixtures/<uuid:fixture>/",
        require_permission("seasons", views.fixture_page),
        name="league_fixture",
    ),
    path(
        LEAGUE + "take-back/", require_permission_to_post("seasons", views.take_back), name="league_take_back"
    ),
    path(LEAGUE + "leave/", require_permission_to_post("seasons", views.leave), name="league_leave"),
    path(LEAGUE + "end/", require_permission_to_post("seasons", views.end), name="league_end"),
    path(LEAGUE + "bring/", require_permission_to_post("seasons", views.bring), name="league_bring"),
    path(SEASON + "workbook/", require_permission("seasons", views.workbook), name="season_workbook"),
    path(SEASON + "paper/", require_permission("seasons", views.season_paper), name="season_paper"),
    path(LEAGUE + "paper/", require_permission("seasons", views.fixtures_paper), name="league_paper"),
    path(
        "seasons/<uuid:season>/calendar.ics",
        require_permission("visit", views.calendar),
        name="season_calendar",
    ),
]
