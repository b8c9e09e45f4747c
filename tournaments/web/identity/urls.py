from django.urls import path

from tournaments.web.access import rate_limited, require_permission
from tournaments.web.identity import views

HERE = "t/<slug:slug>/identity/"
urlpatterns = [
    path(HERE, require_permission("set_up", rate_limited("identity", views.identity_page)), name="identity"),
    path(HERE + "logo.png", require_permission("follow", views.logo), name="identity_logo"),
    path(HERE + "style.css", require_permission("follow", views.style), name="identity_style"),
]
