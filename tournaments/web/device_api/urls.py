from django.urls import path

from tournaments.accounts.permissions import tag_action
from tournaments.web.degraded_mode import server_error
from tournaments.web.device_api import kiosk, views

urlpatterns = [
    path("api/1/join", tag_action("visit", views.join), name="api_join"),
    path("api/1/here", tag_action("report", views.here), name="api_here"),
    path("api/1/submit", tag_action("report", views.submit), name="api_submit"),
    path("api/1/call", tag_action("report", views.call), name="api_call"),
    path("api/1/let_in", tag_action("report", views.let_in), name="api_let_in"),
    path("api/1/people", tag_action("report", views.people), name="api_people"),
    path("api/1/pair", tag_action("visit", kiosk.pair), name="api_pair"),
    path("api/1/door", tag_action("check_oneself_in", kiosk.door), name="api_door"),
    path("api/1/arrive", tag_action("check_oneself_in", kiosk.arrive), name="api_arrive"),
]
handler500 = server_error  # where these addresses are answered past all others
