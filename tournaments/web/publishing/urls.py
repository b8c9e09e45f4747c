from django.urls import path

from tournaments.web.access import rate_limited, require_permission, require_permission_to_post
from tournaments.web.publishing import views

PREFIX = "t/<slug:slug>/publish/"
urlpatterns = [
    path(PREFIX, require_permission("publish", views.publish), name="publish"),
    path(PREFIX + "rows/", require_permission("publish", views.job_rows), name="publish_rows"),
    path(
        PREFIX + "make/",
        require_permission_to_post("publish", rate_limited("publish_make", views.make)),
        name="publish_make",
    ),
    path(PREFIX + "names/", require_permission_to_post("publish", views.declare), name="publish_names"),
    path(
        PREFIX + "export/<slug:kind>/",
        require_permission("publish", rate_limited("publish_export", views.export)),
        name="publish_export",
    ),
    path(PREFIX + "press/", require_permission("publish", views.press_page), name="publish_press"),
    path(
        PREFIX + "press/<slug:name>/",
        require_permission("publish", rate_limited("publish_export", views.press_text)),
        name="publish_press_text",
    ),
    path(PREFIX + "federation/", require_permission("publish", views.federation), name="publish_federation"),
    path(
        PREFIX + "columns/",
        require_permission_to_post("publish", views.choose_columns),
        name="publish_columns",
    ),
    path(
        PREFIX + "report/<slug:kind>/",
        require_permission("publish", rate_limited("publish_report", views.report)),
        name="publish_report",
    ),
    path(PREFIX + "<uuid:uid>/", require_permission("publish", views.download), name="publish_download"),
    path(
        PREFIX + "<uuid:uid>/cancel/",
        require_permission_to_post("publish", views.cancel),
        name="publish_cancel",
    ),
    path(
        PREFIX + "<uuid:uid>/retry/", require_permission_to_post("publish", views.retry), name="publish_retry"
    ),
]
