from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.notices import views

urlpatterns = [
    path("t/<slug:slug>/notice/", require_permission("notify", views.notice), name="notice"),
    path("t/<slug:slug>/notice/away/", require_permission_to_post("notify", views.away), name="notice_away"),
]
