from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.people import views

PLAYERS = "o/<slug:organisation>/players/"
ONE = PLAYERS + "<uuid:player>/"
urlpatterns = [
    path(PLAYERS, require_permission("people", views.every), name="players"),
    path(ONE, require_permission("people", views.person), name="player"),
    path(ONE + "data/", require_permission("people", views.data), name="player_data"),
]
