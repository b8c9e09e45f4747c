"""1 and 2 of the day: a tournament is set up on one page, and its rules are there for everybody."""

from django.urls import path

from tournaments.views.setup import pages

urlpatterns = [
    path("new/", pages.new_tournament, name="new_tournament"),
    path("feasibility/", pages.feasibility, name="feasibility"),
    path("t/<slug:slug>/setup/", pages.setup, name="setup"),
    path("t/<slug:slug>/setup/feasibility/", pages.feasibility_of, name="feasibility_of"),
    path("t/<slug:slug>/rules/", pages.rules, name="rules"),
]
