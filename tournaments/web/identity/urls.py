from django.urls import path

from tournaments.web.access import rate_limited, require_permission
from tournaments.web.identity import views

PREFIX = "t/<slug:slug>/identity/"
urlpatterns = [
    path(
        PREFIX, require_permission("set_up", rate_limited("identity", views.identity_page)), name="identity"
    ),
    path(PREFIX + "logo.png", require_permission("follow", views.logo), name="identity_logo"),
    path(PREFIX + "style.css", require_permission("follow", views.style), name="identity_style"),
]
