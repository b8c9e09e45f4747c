from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.visibility import views

PREFIX = "t/<slug:slug>/visitors/"
urlpatterns = [
    path(PREFIX, require_permission("publish", views.visibility_page), name="visitors"),
    path(PREFIX + "renew/", require_permission_to_post("publish", views.renew), name="visitors_renew"),
    path("l/<str:token>/", require_permission("visit", views.by_link), name="by_link"),
    path(
        "l/<str:token>/players/<int:number>/", require_permission("visit", views.by_link), name="by_link_to"
    ),
]
