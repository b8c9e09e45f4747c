from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.accounts import views

urlpatterns = [
    path("account/", require_permission("account", views.account), name="account"),
    path(
        "account/sessions/<int:pk>/end/", require_permission_to_post("account", views.end), name="account_end"
    ),
    path(
        "account/sessions/end/",
        require_permission_to_post("account", views.end_others),
        name="account_end_others",
    ),
]
