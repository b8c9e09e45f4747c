from django.urls import path

from tournaments.web.access import rate_limited, require_permission
from tournaments.web.home import views

urlpatterns = [
    path("", require_permission("visit", views.home), name="home"),
    path("example/", require_permission("create", rate_limited("example", views.example)), name="example"),
]
