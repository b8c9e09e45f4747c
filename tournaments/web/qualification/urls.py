from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.qualification import views

PREFIX = "t/<slug:slug>/qualification/"
urlpatterns = [
    path(PREFIX, require_permission("see_day", views.page), name="qualification"),
    path(PREFIX + "rule/", require_permission_to_post("give_prizes", views.keep), name="qualification_rule"),
    path(
        PREFIX + "decide/",
        require_permission_to_post("give_prizes", views.decide),
        name="qualification_decide",
    ),
    path(
        PREFIX + "list.xlsx",
        require_permission("register", views.workbook_file),
        name="qualification_workbook",
    ),
]
