from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.kiosk import views

PREFIX = "t/<slug:slug>/check-in/kiosks/"
urlpatterns = [
    path("kiosk/", require_permission("visit", views.kiosk), name="kiosk_by_code"),
    path("kiosk/<str:secret>/", require_permission("visit", views.kiosk), name="kiosk"),
    path(PREFIX, require_permission("tablets", views.kiosks), name="kiosks"),
    path(PREFIX + "invite/", require_permission_to_post("tablets", views.invite), name="kiosk_invite"),
]
