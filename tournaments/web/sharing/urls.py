from django.urls import path

from tournaments.web.access import require_permission
from tournaments.web.sharing import views

urlpatterns = [
    path("t/<slug:slug>/picture.png", require_permission("follow", views.picture), name="share_picture"),
    path("t/<slug:slug>/embed/", require_permission("follow", views.embed), name="embed"),
]
