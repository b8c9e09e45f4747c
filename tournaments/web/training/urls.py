from django.urls import path

from tournaments.web.access import rate_limited, require_permission
from tournaments.web.training import views

urlpatterns = [
    path(
        "training/",
        require_permission("create", rate_limited("example", views.begin)),
        name="begin_training",
    ),
    path("t/<slug:slug>/training/", require_permission("enter_results", views.training), name="training"),
]
