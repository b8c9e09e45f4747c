from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.copies import views

PREFIX = "t/<slug:slug>/copies/"
urlpatterns = [
    path(PREFIX, require_permission("copy", views.copies_page), name="copies"),
    path(
        PREFIX + "download/",
        require_permission("copy", rate_limited("copy_download", views.download)),
        name="copy_download",
    ),
    path("t/<slug:slug>/found/", require_permission("tablets", views.new_address_page), name="found"),
    path("restore/", require_permission("restore", rate_limited("restore", views.restore)), name="restore"),
    path(
        "restore/confirm/",
        require_permission_to_post("restore", rate_limited("restore_confirm", views.confirm)),
        name="restore_confirm",
    ),
]
