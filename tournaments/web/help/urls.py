from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.help import views

urlpatterns = [
    path("help/", require_permission("visit", views.contents), name="help"),
    path("help/<slug:chapter>/", require_permission("visit", views.chapter), name="help_chapter"),
    path(
        "help/pictures/<slug:language>/<slug:name>.png",
        require_permission("visit", views.picture),
        name="help_picture",
    ),
]
