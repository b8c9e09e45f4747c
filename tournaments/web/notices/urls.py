from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.notices import views

urlpatterns = [
    path("t/<slug:slug>/notice/", needs("notify", views.notice), name="notice"),
    path("t/<slug:slug>/notice/away/", posts("notify", views.away), name="notice_away"),
]
