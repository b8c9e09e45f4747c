from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.qualification import views

HERE = "t/<slug:slug>/qualification/"
urlpatterns = [
    path(HERE, require_permission("see_day", views.page), name="qualification"),
    path(HERE + "rule/", require_permission_to_post("give_prizes", views.keep), name="qualification_rule"),
    path(
        HERE + "decide/", require_permission_to_post("give_prizes", views.decide), name="qualification_decide"
    ),
    path(
        HERE + "list.xlsx", require_permission("register", views.workbook_file), name="qualification_workbook"
    ),
]
