from django.urls import path

from tournaments.web.access import needs, posts, sparing
from tournaments.web.mail import views

T = "t/<slug:slug>/mail/"
urlpatterns = [
    path(T, needs("publish", views.page), name="mail"),
    path(T + "rows/", needs("publish", views.rows), name="mail_rows"),
    path(T + "server/", posts("send_for_all", sparing("mail_send", views.set_up)), name="mail_server"),
    path(T + "try/", posts("publish", sparing("mail_send", views.try_out)), name="mail_try"),
    path(T + "send/", posts("publish", sparing("mail_send", views.send)), name="mail_send"),
    path(T + "region/", posts("publish", sparing("mail_send", views.send_region)), name="mail_region"),
    path(T + "stop/", posts("publish", views.stop_sending), name="mail_stop_sending"),
    path(T + "addresses/", needs("register", views.who), name="mail_addresses"),
    path(T + "addresses/<int:pk>/forget/", posts("register", views.forget), name="mail_forget"),
    path("mail/stop/<str:token>/", needs("visit", views.stop), name="mail_stop"),
]
