from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.messages import views

PREFIX = "t/<slug:slug>/registration/messages/"
urlpatterns = [
    path(PREFIX, require_permission("register", views.messages_page), name="messages"),
    path(PREFIX + "rows/", require_permission("register", views.rows), name="messages_rows"),
    path(PREFIX + "addresses.csv", require_permission("register", views.addresses_csv), name="messages_csv"),
    path(
        PREFIX + "send/",
        require_permission_to_post("register", rate_limited("mail_send", views.send)),
        name="messages_send",
    ),
    path(
        PREFIX + "unsubscribe/",
        require_permission_to_post("register", views.unsubscribe),
        name="messages_unsubscribe",
    ),
    path(
        PREFIX + "<uuid:uid>/stop/", require_permission_to_post("register", views.stop), name="messages_stop"
    ),
]
