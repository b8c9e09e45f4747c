from django.urls import path

from tournaments.web.access import needs, sparing
from tournaments.web.home import views

urlpatterns = [
    path("", needs("visit", views.home), name="home"),
    path("example/", needs("create", sparing("example", views.example)), name="example"),
]
