from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.protests import views

urlpatterns = [
    path("t/<slug:slug>/protests/", needs("see_day", views.page), name="protests"),
    path("t/<slug:slug>/protests/file/", posts("decide", views.file), name="protests_file"),
    path("t/<slug:slug>/protests/<int:version>/rule/", posts("penalise", views.rule), name="protests_rule"),
]
