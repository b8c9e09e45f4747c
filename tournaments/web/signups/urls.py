from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.signups.views import events, organiser, registrants, transfer
from tournaments.web.visibility.views import by_link

ONLINE = "t/<slug:slug>/registration/online/"
TRANSFER = f"{ONLINE}transfer/"
urlpatterns = [
    path("t/<slug:slug>/register/", require_permission("follow", registrants.signup), name="signup"),
    path(
        "l/<str:token>/register/",
        require_permission("visit", by_link),
        {"page": "signup"},
        name="by_link_signup",
    ),
    path("events/<uuid:event>/register/", require_permission("visit", events.signup), name="event_signup"),
    path("register/<str:token>/", require_permission("visit", registrants.own_page), name="my_signup"),
    path(
        ONLINE, require_permission("register", organiser.online_registration_page), name="online_registration"
    ),
    path(
        f"{ONLINE}set/",
        require_permission("set_up", organiser.save_settings_form),
        name="online_registration_set",
    ),
    path(
        f"{ONLINE}<int:number>/",
        require_permission_to_post("register", organiser.act_on),
        name="online_registration_act",
    ),
    path("registrations/<str:token>/", require_permission("visit", transfer.give_list), name="signup_list"),
    path(TRANSFER, require_permission("register", transfer.transfer), name="signup_transfer"),
    path(f"{TRANSFER}news/", require_permission("register", transfer.news), name="signup_news"),
    path(f"{TRANSFER}file/", require_permission("register", transfer.download), name="signup_list_file"),
    path(f"{TRANSFER}preview/", require_permission("register", transfer.preview), name="signup_preview"),
    path(
        f"{TRANSFER}addresses/",
        require_permission_to_post("set_up", transfer.addresses),
        name="signup_addresses",
    ),
]
