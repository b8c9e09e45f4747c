from django.urls import path

from tournaments.https import views
from tournaments.https.app import manifest, worker
from tournaments.web.access import needs, posts

urlpatterns = [
    path("https/", needs("visit", views.https), name="https"),
    path("https/cheville.crt", needs("visit", views.certificate), name="https_certificate"),
    path("table/app.webmanifest", needs("visit", views.only_with_https(manifest)), name="table_manifest"),
    path("table/worker.js", needs("visit", views.only_with_https(worker)), name="table_worker"),
    path("restore/https/", posts("restore", views.take_authority), name="restore_https"),
]
