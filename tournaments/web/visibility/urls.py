from django.urls import path

from tournaments.web.access import needs, posts
from tournaments.web.visibility import views

HERE = "t/<slug:slug>/visitors/"
urlpatterns = [
    path(HERE, needs("publish", views.page), name="visitors"),
    path(HERE + "renew/", posts("publish", views.renew), name="visitors_renew"),
    path("l/<str:token>/", needs("visit", views.by_link), name="by_link"),
    path("l/<str:token>/players/<int:number>/", needs("visit", views.by_link), name="by_link_to"),
]
