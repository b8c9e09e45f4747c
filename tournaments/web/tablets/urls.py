from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.tablets import views

HERE = "t/<slug:slug>/tablets/"
urlpatterns = [
    path(HERE, require_permission("tablets", views.tablets), name="tablets"),
    path(HERE + "map/", require_permission("tablets", views.fragment), name="tablets_map"),
    path(HERE + "<int:number>/", require_permission("tablets", views.table), name="tablets_table"),
    path(HERE + "floor/", require_permission_to_post("tablets", views.arrange), name="tablets_layout"),
    path(
        HERE + "<int:number>/renew/", require_permission_to_post("tablets", views.renew), name="tablets_renew"
    ),
    path(
        HERE + "<int:number>/sheet/", require_permission_to_post("tablets", views.sheet), name="tablets_sheet"
    ),
    path(
        HERE + "calls/<int:call>/",
        require_permission_to_post("answer_calls", views.answer),
        name="tablets_call",
    ),
    path(
        HERE + "calls/<int:call>/take/",
        require_permission_to_post("enter_results", views.take),
        name="tablets_take",
    ),
    path(HERE + "phones/", require_permission_to_post("tablets", views.phones), name="tablets_phones"),
    path(HERE + "both/", require_permission_to_post("tablets", views.both), name="tablets_both"),
    path(
        HERE + "undo/<int:version>/", require_permission_to_post("tablets", views.undo), name="tablets_undo"
    ),
    path(HERE + "devices/<uuid:uid>/", require_permission("tablets", views.show), name="device"),
    path(
        HERE + "devices/<uuid:uid>/<slug:what>/",
        require_permission_to_post("tablets", views.act),
        name="device_act",
    ),
]
