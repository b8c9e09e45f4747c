from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.clubs import views

CLUBS = "o/<slug:organisation>/clubs/"
CLUB = CLUBS + "<uuid:club>/"
urlpatterns = [
    path(CLUBS, require_permission("people", views.every), name="clubs"),
    path(CLUBS + "undo/", require_permission_to_post("people", views.undo), name="clubs_undo"),
    path(CLUB, require_permission("people", views.club_page), name="club"),
    path(CLUB + "merge/", require_permission_to_post("people", views.merge), name="club_merge"),
]
