from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.formats.views import editing, pages

ORGANISATION = "o/<slug:organisation>/formats/"

urlpatterns = [
    path("formats/", require_permission("set_up", pages.all_formats), name="formats"),
    path("formats/own/<uuid:uid>/", require_permission("set_up", pages.own_format), name="own_format"),
    path("formats/own/<uuid:uid>/file/", require_permission("set_up", pages.file), name="own_format_file"),
    path("formats/<slug:key>/", require_permission("set_up", pages.shipped_format), name="shipped_format"),
    path(f"{ORGANISATION}new/", require_permission("keep_formats", editing.new), name="format_new"),
    path(
        f"{ORGANISATION}look/",
        require_permission_to_post("keep_formats", editing.feasibility),
        name="format_feasibility",
    ),
    path(
        f"{ORGANISATION}bring/",
        require_permission_to_post("keep_formats", editing.bring),
        name="format_bring",
    ),
    path(
        f"{ORGANISATION}<uuid:uid>/", require_permission("keep_formats", editing.change), name="format_change"
    ),
    path(
        f"{ORGANISATION}<uuid:uid>/remove/",
        require_permission_to_post("keep_formats", editing.remove),
        name="format_remove",
    ),
    path(
        f"{ORGANISATION}<uuid:uid>/back/",
        require_permission_to_post("keep_formats", editing.put_back),
        name="format_back",
    ),
]
