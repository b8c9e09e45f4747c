from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.messages import views

T = "t/<slug:slug>/registration/messages/"
urlpatterns = [
    path(T, require_permission("register", views.messages_page), name="messages"),
    path(T + "rows/", require_permission("register", views.rows), name="messages_rows"),
    path(T + "addresses.csv", require_permission("register", views.addresses_csv), name="messages_csv"),
    path(
        T + "send/",
        require_permission_to_post("register", rate_limited("mail_send", views.send)),
        name="messages_send",
    ),
    path(
        T + "unsubscribe/",
        require_permission_to_post("register", views.unsubscribe),
        name="messages_unsubscribe",
    ),
    path(T + "<uuid:uid>/stop/", require_permission_to_post("register", views.stop), name="messages_stop"),
]
