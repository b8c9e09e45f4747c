from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.formats.views import editing, pages

ORGANISATION = "o/<slug:organisation>/formats/"

urlpatterns = [
    path("formats/", needs("set_up", pages.all_formats), name="formats"),
    path("formats/own/<uuid:uid>/", needs("set_up", pages.own_format), name="own_format"),
    path("formats/own/<uuid:uid>/file/", needs("set_up", pages.file), name="own_format_file"),
    path("formats/<slug:key>/", needs("set_up", pages.shipped_format), name="shipped_format"),
    path(f"{ORGANISATION}new/", needs("keep_formats", editing.new), name="format_new"),
    path(f"{ORGANISATION}look/", posts("keep_formats", editing.feasibility), name="format_feasibility"),
    path(f"{ORGANISATION}bring/", posts("keep_formats", editing.bring), name="format_bring"),
    path(f"{ORGANISATION}<uuid:uid>/", needs("keep_formats", editing.change), name="format_change"),
    path(f"{ORGANISATION}<uuid:uid>/remove/", posts("keep_formats", editing.remove), name="format_remove"),
    path(f"{ORGANISATION}<uuid:uid>/back/", posts("keep_formats", editing.put_back), name="format_back"),
]
