from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.people.urls import PLAYER
from tournaments.web.privacy import views

urlpatterns = [
    path("o/<slug:organisation>/privacy/", require_permission("people", views.settle), name="privacy_settle"),
    path(PLAYER + "erase/", require_permission("erase", views.erase_person), name="player_erase"),
    path("t/<slug:slug>/privacy/", require_permission("follow", views.public), name="privacy"),
]
