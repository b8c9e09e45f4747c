from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.leagues import views

ONE = "o/<slug:organisation>/seasons/<uuid:season>/"
LEAGUE = ONE + "league/"
urlpatterns = [
    path(LEAGUE, needs("seasons", views.page), name="league"),
    path(LEAGUE + "new/", needs("seasons", views.new), name="league_new"),
    path(LEAGUE + "dates/", needs("seasons", views.dates), name="league_dates"),
    path(LEAGUE + "fixtures/<uuid:fixture>/", needs("seasons", views.one), name="league_fixture"),
    path(LEAGUE + "take-back/", posts("seasons", views.take_back), name="league_take_back"),
    path(LEAGUE + "leave/", posts("seasons", views.leave), name="league_leave"),
    path(LEAGUE + "end/", posts("seasons", views.end), name="league_end"),
    path(LEAGUE + "bring/", posts("seasons", views.bring), name="league_bring"),
    path(ONE + "workbook/", needs("seasons", views.workbook), name="season_workbook"),
    path(ONE + "paper/", needs("seasons", views.season_paper), name="season_paper"),
    path(LEAGUE + "paper/", needs("seasons", views.fixtures_paper), name="league_paper"),
    path("seasons/<uuid:season>/calendar.ics", needs("visit", views.calendar), name="season_calendar"),
]
