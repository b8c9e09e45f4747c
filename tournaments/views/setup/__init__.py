"""1 and 2 of the day: a tournament is set up on one page, and its rules are there for everybody."""

from django.urls import path

from tournaments.views.access import needs
from tournaments.views.setup import pages

urlpatterns = [
    path("new/", needs("create", pages.new_tournament), name="new_tournament"),
    path("new/like/", needs("create", pages.earlier), name="new_like_earlier"),
    path("feasibility/", needs("create", pages.feasibility), name="feasibility"),
    path("t/<slug:slug>/setup/", needs("set_up", pages.setup), name="setup"),
    path("t/<slug:slug>/setup/feasibility/", needs("set_up", pages.feasibility_of), name="feasibility_of"),
    path("t/<slug:slug>/rules/", needs("follow", pages.rules), name="rules"),
]
