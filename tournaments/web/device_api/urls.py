from django.urls import path

from tournaments.accounts.permissions import tag_action
from tournaments.web.degraded_mode import server_error
from tournaments.web.device_api import views

urlpatterns = [
    path("api/1/join", tag_action("visit", views.join), name="api_join"),
    path("api/1/here", tag_action("report", views.here), name="api_here"),
    path("api/1/submit", tag_action("report", views.submit), name="api_submit"),
    path("api/1/call", tag_action("report", views.call), name="api_call"),
    path("api/1/let_in", tag_action("report", views.let_in), name="api_let_in"),
    path("api/1/people", tag_action("report", views.people), name="api_people"),
]
handler500 = server_error  # where these addresses are answered past all others
