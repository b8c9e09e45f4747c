from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.events import views

ORGANISATION = "o/<slug:organisation>/events/"
ONE = ORGANISATION + "<uuid:event>/"
urlpatterns = [
    path(ORGANISATION, require_permission("create", views.every), name="events"),
    path(ONE, require_permission("create", views.event_page), name="event"),
    path(ONE + "change/", require_permission("create", views.change), name="event_change"),
    path(ONE + "add/", require_permission_to_post("create", views.add), name="event_add"),
    path(ONE + "take-out/", require_permission_to_post("create", views.take_out), name="event_take_out"),
    path(ONE + "delete/", require_permission_to_post("create", views.delete), name="event_delete"),
]
