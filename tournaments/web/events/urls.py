from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.events.views import organiser, public, publication

ORGANISATION = "o/<slug:organisation>/events/"
EVENT = ORGANISATION + "<uuid:event>/"
urlpatterns = [
    path(ORGANISATION, require_permission("create", organiser.every), name="events"),
    path(EVENT, require_permission("create", organiser.event_page), name="event"),
    path(EVENT + "change/", require_permission("create", organiser.change), name="event_change"),
    path(EVENT + "add/", require_permission_to_post("create", organiser.add), name="event_add"),
    path(
        EVENT + "take-out/", require_permission_to_post("create", organiser.take_out), name="event_take_out"
    ),
    path("events/<uuid:event>/", require_permission("visit", public.front_page), name="event_followed"),
    path("events/<uuid:event>/screen/", require_permission("visit", public.screen), name="event_screen"),
    path(EVENT + "publish/", require_permission("create", publication.publish_page), name="event_publish"),
    path(
        EVENT + "publish/make/",
        require_permission_to_post("create", rate_limited("publish_make", publication.make)),
        name="event_publish_make",
    ),
    path(
        EVENT + "publish/files/",
        require_permission("create", rate_limited("publish_export", publication.download)),
        name="event_publish_files",
    ),
    path(EVENT + "delete/", require_permission_to_post("create", organiser.delete), name="event_delete"),
]
