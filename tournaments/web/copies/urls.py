from django.urls import path

from tournaments.web.access import needs, posts, sparing
from tournaments.web.copies import views

HERE = "t/<slug:slug>/copies/"
urlpatterns = [
    path(HERE, needs("copy", views.page), name="copies"),
    path(HERE + "download/", needs("copy", sparing("copy_download", views.download)), name="copy_download"),
    path("t/<slug:slug>/found/", needs("tablets", views.found), name="found"),
    path("restore/", needs("restore", sparing("restore", views.restore)), name="restore"),
    path(
        "restore/confirm/",
        posts("restore", sparing("restore_confirm", views.confirm)),
        name="restore_confirm",
    ),
]
