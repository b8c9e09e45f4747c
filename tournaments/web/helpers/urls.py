from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path

from tournaments.web.access import View, require_permission, require_permission_to_post
from tournaments.web.helpers import views

ORGANISATION = "o/<slug:organisation>/"


def helper_paths(
    address: str,
    view: Callable[..., HttpResponse],
    name: str,
    guard: Callable[..., View] = require_permission_to_post,
) -> list[URLPattern]:
    """Return the addresses of a view for the people of a tournament, and for those of an organisation."""
    guarded = guard("manage_helpers", view)
    return [
        path(f"t/<slug:slug>/people/{address}", guarded, name=name),
        path(f"{ORGANISATION}people/{address}", guarded, name=f"{name}_organisation"),
    ]


urlpatterns = [
    *helper_paths("", views.helpers_page, "helpers", require_permission),
    *helper_paths("invite/", views.invite, "helpers_invite"),
    *helper_paths("invitations/<int:pk>/revoke/", views.revoke, "helpers_revoke"),
    *helper_paths("roles/<int:pk>/end/", views.take_back, "helpers_role"),
    *helper_paths("sessions/<int:pk>/end/", views.end_session, "helpers_session"),
    path(
        f"{ORGANISATION}rename/",
        require_permission_to_post("manage_helpers", views.rename),
        name="organisation_rename",
    ),
    path(
        "organisations/",
        require_permission("organisations", views.organisations),
        name="organisations",
    ),
    path("join/", require_permission("visit", views.typed), name="join_typed"),
    path("join/<str:token>/", require_permission("visit", views.join), name="join"),
]
