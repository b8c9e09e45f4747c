from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.formats import views

ORGANISATION = "o/<slug:organisation>/formats/"

urlpatterns = [
    path("formats/", require_permission("set_up", views.all_formats), name="formats"),
    path("formats/own/<uuid:uid>/", require_permission("set_up", views.own_format), name="own_format"),
    path("formats/own/<uuid:uid>/file/", require_permission("set_up", views.file), name="own_format_file"),
    path("formats/<slug:key>/", require_permission("set_up", views.shipped_format), name="shipped_format"),
    path(f"{ORGANISATION}new/", require_permission("keep_formats", views.new), name="format_new"),
    path(
        f"{ORGANISATION}look/",
        require_permission_to_post("keep_formats", views.format_feasibility),
        name="format_feasibility",
    ),
    path(
        f"{ORGANISATION}bring/",
        require_permission_to_post("keep_formats", views.bring),
        name="format_bring",
    ),
    path(
        f"{ORGANISATION}<uuid:uid>/", require_permission("keep_formats", views.change), name="format_change"
    ),
    path(
        f"{ORGANISATION}<uuid:uid>/remove/",
        require_permission_to_post("keep_formats", views.remove),
        name="format_remove",
    ),
    path(
        f"{ORGANISATION}<uuid:uid>/back/",
        require_permission_to_post("keep_formats", views.put_back),
        name="format_back",
    ),
]
