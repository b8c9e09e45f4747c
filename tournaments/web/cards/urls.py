from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.cards import views

urlpatterns = [
    path("t/<slug:slug>/cards/", require_permission("enter_results", views.cards), name="cards"),
    path(
        "t/<slug:slug>/cards/write/",
        require_permission_to_post("enter_results", views.write),
        name="cards_write",
    ),
    path("t/<slug:slug>/cards/check/", require_permission("see_day", views.check), name="cards_check"),
    path("t/<slug:slug>/cards/rule/", require_permission_to_post("decide", views.rule), name="cards_rule"),
    path(
        "t/<slug:slug>/cards/foot/<int:number>/",
        require_permission_to_post("enter_results", views.put_right),
        name="cards_foot",
    ),
]
