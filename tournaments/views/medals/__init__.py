"""Medals: ties and their matches, the cards read back, and the standings made official."""

from django.urls import path

from tournaments.views.medals import doing, page, podium

urlpatterns = [
    path("t/<slug:slug>/medals/", page.page, name="medals"),
    path("t/<slug:slug>/medals/rows/", page.rows, name="medals_rows"),
    path("t/<slug:slug>/medals/create/", doing.create, name="medals_create"),
    path("t/<slug:slug>/medals/seat/", doing.seat, name="medals_seat"),
    path("t/<slug:slug>/medals/undo/", doing.take_back, name="medals_undo"),
    path("t/<slug:slug>/medals/match/<uuid:uid>/forfeit/", doing.forfeit, name="medals_forfeit"),
    path("t/<slug:slug>/medals/card/<int:number>/", doing.tick, name="medals_tick"),
    path("t/<slug:slug>/medals/official/", doing.make_official, name="medals_official"),
    path("t/<slug:slug>/podium/", podium.podium, name="podium"),
]
