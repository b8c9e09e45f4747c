from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.penalties import views

HERE = "t/<slug:slug>/penalties/"
urlpatterns = [
    path(HERE, needs("see_day", views.page), name="penalties"),
    path(HERE + "write/", posts("penalise", views.write), name="penalties_write"),
    path(HERE + "<int:number>/back/", posts("penalise", views.take_back), name="penalties_take_back"),
]
