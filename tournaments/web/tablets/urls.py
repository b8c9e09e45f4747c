from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.tablets import views

PREFIX = "t/<slug:slug>/tablets/"
urlpatterns = [
    path(PREFIX, require_permission("tablets", views.tablets), name="tablets"),
    path(PREFIX + "map/", require_permission("tablets", views.fragment), name="tablets_map"),
    path(PREFIX + "<int:number>/", require_permission("tablets", views.table), name="tablets_table"),
    path(PREFIX + "floor/", require_permission_to_post("tablets", views.arrange), name="tablets_layout"),
    path(
        PREFIX + "<int:number>/renew/",
        require_permission_to_post("tablets", views.renew),
        name="tablets_renew",
    ),
    path(
        PREFIX + "<int:number>/sheet/",
        require_permission_to_post("tablets", views.sheet),
        name="tablets_sheet",
    ),
    path(
        PREFIX + "calls/<int:call>/",
        require_permission_to_post("answer_calls", views.answer),
        name="tablets_call",
    ),
    path(
        PREFIX + "calls/<int:call>/take/",
        require_permission_to_post("enter_results", views.take),
        name="tablets_take",
    ),
    path(PREFIX + "phones/", require_permission_to_post("tablets", views.phones), name="tablets_phones"),
    path(PREFIX + "both/", require_permission_to_post("tablets", views.both), name="tablets_both"),
    path(
        PREFIX + "undo/<int:version>/", require_permission_to_post("tablets", views.undo), name="tablets_undo"
    ),
    path(PREFIX + "devices/<uuid:uid>/", require_permission("tablets", views.show), name="device"),
    path(
        PREFIX + "devices/<uuid:uid>/<slug:what>/",
        require_permission_to_post("tablets", views.act),
        name="device_act",
    ),
]
