from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.mail import views

PREFIX = "t/<slug:slug>/mail/"
urlpatterns = [
    path(PREFIX, require_permission("publish", views.mail_page), name="mail"),
    path(PREFIX + "rows/", require_permission("publish", views.rows), name="mail_rows"),
    path(
        PREFIX + "server/",
        require_permission_to_post("send_for_all", rate_limited("mail_send", views.set_up)),
        name="mail_server",
    ),
    path(
        PREFIX + "try/",
        require_permission_to_post("publish", rate_limited("mail_send", views.try_out)),
        name="mail_try",
    ),
    path(
        PREFIX + "send/",
        require_permission_to_post("publish", rate_limited("mail_send", views.send)),
        name="mail_send",
    ),
    path(
        PREFIX + "region/",
        require_permission_to_post("publish", rate_limited("mail_send", views.send_region)),
        name="mail_region",
    ),
    path(
        PREFIX + "stop/", require_permission_to_post("publish", views.stop_sending), name="mail_stop_sending"
    ),
    path(PREFIX + "addresses/", require_permission("register", views.address_list), name="mail_addresses"),
    path(
        PREFIX + "addresses/<int:pk>/forget/",
        require_permission_to_post("register", views.forget),
        name="mail_forget",
    ),
    path("mail/stop/<str:token>/", require_permission("visit", views.stop), name="mail_stop"),
]
