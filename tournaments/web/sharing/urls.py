from django.urls import path

from tournaments.web.access import needs
from tournaments.web.sharing import views

urlpatterns = [
    path("t/<slug:slug>/picture.png", needs("follow", views.picture), name="share_picture"),
    path("t/<slug:slug>/embed/", needs("follow", views.embed), name="embed"),
]
