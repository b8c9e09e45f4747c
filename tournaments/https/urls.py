from django.urls import path

from tournaments.https import views
from tournaments.https.app import manifest, worker
from tournaments.web.access import require_permission, require_permission_to_post

urlpatterns = [
    path("https/", require_permission("visit", views.https), name="https"),
    path("https/cheville.crt", require_permission("visit", views.certificate), name="https_certificate"),
    path(
        "table/app.webmanifest",
        require_permission("visit", views.only_with_https(manifest)),
        name="table_manifest",
    ),
    path("table/worker.js", require_permission("visit", views.only_with_https(worker)), name="table_worker"),
    path("restore/https/", require_permission_to_post("restore", views.take_authority), name="restore_https"),
]
