from django.urls import path

from tournaments.web.access import require_permission, require_permission_to_post
from tournaments.web.tournament_uploads import views

PREFIX = "o/<slug:organisation>/keys/"
urlpatterns = [
    path("take-over/", require_permission("visit", views.receive_tournament), name="take_over"),
    path(PREFIX, require_permission("restore", views.keys), name="upload_keys"),
    path(
        PREFIX + "<uuid:uid>/end/",
        require_permission_to_post("restore", views.revoke_key),
        name="upload_key_end",
    ),
]
