from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.mail import views

T = "t/<slug:slug>/mail/"
urlpatterns = [
    path(T, require_permission("publish", views.mail_page), name="mail"),
    path(T + "rows/", require_permission("publish", views.rows), name="mail_rows"),
    path(
        T + "server/",
        require_permission_to_post("send_for_all", rate_limited("mail_send", views.set_up)),
        name="mail_server",
    ),
    path(
        T + "try/",
        require_permission_to_post("publish", rate_limited("mail_send", views.try_out)),
        name="mail_try",
    ),
    path(
        T + "send/",
        require_permission_to_post("publish", rate_limited("mail_send", views.send)),
        name="mail_send",
    ),
    path(
        T + "region/",
        require_permission_to_post("publish", rate_limited("mail_send", views.send_region)),
        name="mail_region",
    ),
    path(T + "stop/", require_permission_to_post("publish", views.stop_sending), name="mail_stop_sending"),
    path(T + "addresses/", require_permission("register", views.who), name="mail_addresses"),
    path(
        T + "addresses/<int:pk>/forget/",
        require_permission_to_post("register", views.forget),
        name="mail_forget",
    ),
    path("mail/stop/<str:token>/", require_permission("visit", views.stop), name="mail_stop"),
]
